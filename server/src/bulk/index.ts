import { type Feature, tableOf } from '../feature.ts';
import { HOUR } from '../platform/background/schedules.ts';
import { cancelJobsOfLeaver } from './bulk.leavers.ts';
import { jobRoutes } from './bulk.routes.ts';
import { bulkSettings } from './bulk.settings.ts';
import { purgeExpiredJobs } from './bulk.sql.ts';
import { bulkWork } from './bulk.work.ts';
export { bulkRoute } from './bulk-route.ts';
export { JobAccepted } from './bulk.schema.ts';
export { acceptJob, queueJob } from './bulk.handlers.ts';
export { oldestWaitingSeconds } from './bulk.sql.ts';

export const bulkFeature: Feature = {
  routes: jobRoutes,
  settings: bulkSettings,
  onSaved: { user: cancelJobsOfLeaver },
  dueWork: (deps, features) => [bulkWork(deps, tableOf(features, 'bulk'))],
  schedules: ({ db, now }) => [
    { name: 'purge-expired-jobs', everySeconds: HOUR, run: () => purgeExpiredJobs(db, now()) },
  ],
};
