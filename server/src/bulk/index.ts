import { registerSettings } from '../platform/runtime/settings.ts';
import { bulkSettings } from './bulk.settings.ts';
export { bulkRoute } from './bulk-route.ts';
export {
  bulkCreate,
  type BulkOperations,
  bulkUpdate,
  registerBulkOperations,
} from './bulk.operations.ts';
export { JobAccepted } from './bulk.schema.ts';
export { acceptJob } from './bulk.service.ts';
export { jobRoutes } from './bulk.routes.ts';
export { oldestWaitingSeconds, purgeExpiredJobs } from './bulk.sql.ts';
export { startBulk } from './bulk.worker.ts';

registerSettings(bulkSettings);
