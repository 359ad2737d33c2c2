import { registerSettings } from '../platform/runtime/settings.ts';
import { bulkSettings } from './bulk.settings.ts';
export type { BulkOperation } from './bulk.operations.ts';
export { jobRoutes } from './bulk.routes.ts';
export { JobAccepted, MAX_ROWS } from './bulk.schema.ts';
export { acceptJob } from './bulk.service.ts';
export { purgeExpiredJobs } from './bulk.sql.ts';
export { startBulk } from './bulk.worker.ts';

registerSettings(bulkSettings);
