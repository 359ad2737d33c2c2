export type { BulkOperation } from './bulk.operations.ts';
export { jobRoutes } from './bulk.routes.ts';
export { JobAccepted, MOST_ROWS } from './bulk.schema.ts';
export { acceptJob } from './bulk.service.ts';
export { forgetExpiredJobs } from './bulk.sql.ts';
export { startBulk } from './bulk.worker.ts';
