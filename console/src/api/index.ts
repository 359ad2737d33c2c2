export { client, supplyTokens } from './client.ts';
export { type Connection, connection } from './connection.ts';
export { type DirectoryEntry, directoryQuery } from './directory.ts';
export { conflictOf, type Fault, faultOf } from './faults.ts';
export * from './incidents.ts';
export { cancelJob, followJob, type Job, type JobResult } from './jobs.ts';
export { mayUse, type Me, meQuery } from './me.ts';
export { queryClient } from './query-client.ts';
export { createView, deleteView, updateView, type View, viewsQuery } from './views.ts';
