import { registerEventTask } from '../events/index.ts';
import type { IncidentRow } from '../incidents/index.ts';
import { registerSettings } from '../platform/runtime/settings.ts';
import { onRecordSaved } from '../records/index.ts';
import { aiSettings } from './ai.settings.ts';
import { keepEmbedding } from './resolved/index-incident.ts';
import { addingTasks } from './tasks/tasks.sql.ts';
export { aiRoutes } from './ai.routes.ts';
export { purgeExpiredUsage } from './budget.sql.ts';
export { purgeExpiredResponses } from './cache/cache.sql.ts';
export { purgeUnusedVectors } from './resolved/neighbours.sql.ts';
export { suggestResolution } from './resolved/suggest-resolution.ts';
export { answererOf, stopModelCalls } from './answerers/choose.ts';
export { aiCommands, aiUsage } from './ai.commands.ts';
export {
  INDEX_ALL_JOB,
  indexIncident,
  indexResolvedIncidents,
  loadEmbeddings,
  symptomOf,
  textHash,
} from './resolved/index-incident.ts';
export { taskWork } from './tasks/tasks.ts';
export { oldestDueTasks } from './tasks/tasks.sql.ts';

registerSettings(aiSettings);
onRecordSaved<IncidentRow>('incident', keepEmbedding);
registerEventTask('incident.created', addingTasks('suggest-resolution'));
