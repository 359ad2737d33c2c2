import { registerEventJob } from '../events/index.ts';
import type { IncidentRow } from '../incidents/index.ts';
import { registerSettings } from '../platform/runtime/settings.ts';
import { onRecordSaved } from '../records/index.ts';
import { aiSettings } from './ai.settings.ts';
import { suggestionJob } from './resolved/suggest-resolution.ts';
import { keepEmbedding } from './resolved/index-incident.ts';
export { aiRoutes } from './ai.routes.ts';
export { purgeExpiredUsage } from './budget.sql.ts';
export { purgeExpiredResponses } from './cache/cache.sql.ts';
export { SUGGEST_JOB, suggestResolution } from './resolved/suggest-resolution.ts';
export { answererOf } from './answerers/choose.ts';
export { aiCommands, aiUsage } from './ai.commands.ts';
export {
  INDEX_ALL_JOB,
  INDEX_INCIDENT_JOB,
  indexIncident,
  indexResolvedIncidents,
  queueIndexing,
} from './resolved/index-incident.ts';

registerSettings(aiSettings);
onRecordSaved<IncidentRow>('incident', keepEmbedding);
registerEventJob('incident.created', suggestionJob);
