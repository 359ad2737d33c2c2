import type { Feature } from '../feature.ts';
import { DAY, MINUTE } from '../platform/background/schedules.ts';
import { insertTasks } from '../platform/background/tasks.sql.ts';
import { aiCommands } from './ai.commands.ts';
import { aiRoutes } from './ai.routes.ts';
import { aiSettings } from './ai.settings.ts';
import { purgeExpiredUsage } from './budget.sql.ts';
import { purgeExpiredResponses } from './cache/cache.sql.ts';
import { INDEX_TASK, indexIncident, syncEmbedding } from './resolved/index-incident.ts';
import { purgeUnusedVectors } from './resolved/neighbours.sql.ts';
import { SUGGEST_TASK, suggestResolution } from './resolved/suggest-resolution.ts';
export { answererOf, stopModelCalls } from './answerers/choose.ts';
export { loadEmbeddings, symptomOf, textHash } from './resolved/index-incident.ts';

export const aiFeature: Feature = {
  routes: aiRoutes,
  settings: aiSettings,
  onSaved: { incident: syncEmbedding },
  eventTasks: [{ type: 'incident.created', adding: insertTasks(SUGGEST_TASK) }],
  tasks: { [INDEX_TASK]: indexIncident, [SUGGEST_TASK]: suggestResolution },
  schedules: ({ db, now }) => [
    {
      name: 'purge-ai-responses',
      everySeconds: MINUTE,
      run: () => purgeExpiredResponses(db, now()),
    },
    { name: 'purge-ai-usage', everySeconds: DAY, run: () => purgeExpiredUsage(db, now()) },
    { name: 'purge-vectors', everySeconds: DAY, run: () => purgeUnusedVectors(db) },
  ],
  commands: aiCommands,
};
