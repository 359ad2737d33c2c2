export { supplyTokens } from './client.ts';
export { connection } from './connection.ts';
export { directoryQuery } from './directory.ts';
export { conflictOf, faultOf } from './faults.ts';
export * from './incidents.ts';
export { followJob, type Job, type JobResult } from './jobs.ts';
export { mayUse, type Me, meQuery } from './me.ts';
export { queryClient } from './query-client.ts';
export { createView, updateView, type View, viewsQuery } from './views.ts';
