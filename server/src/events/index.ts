export {
  cutNote,
  cutValues,
  type FieldDiff,
  diffFields,
  type EntryKind,
  eventNames,
  type EventType,
  FieldDiffSchema,
  firstValues,
  type RecordName,
  recordOf,
  writeEvent,
  type WriteVerb,
} from './catalogue.ts';
export { type Cause, CauseSchema, isRuleCause, ruleCauses } from './causes.ts';
export { type Emission, emit, emitAll, emitPast, type PastEmission } from './emit.ts';
export { coversType, eventPatterns, selectedTypes } from './event-patterns.ts';
export { addingEventTasks, type EventTask } from './event-tasks.ts';
export { Entry, fieldsChangedSince, presentEntry, readEntriesByCause } from './entries.ts';
export {
  type EventBatch,
  expiringEvents,
  eventsBetween,
  markingRelayed,
  anyUnrelayed,
  oldestUnrelayedSeconds,
  unmarkingRelayed,
  unrelayedEvents,
} from './log.ts';
export {
  actorEventData,
  commonEventData,
  describeEvents,
  type EventData,
  type EventDataTable,
  eventHasPath,
  exampleCommonData,
  noteAddedData,
  offerEventData,
  updateEventData,
} from './event-data.ts';
export { bodyOf, exampleData, type StoredEvent } from './payload.ts';
export { describeWebhooks } from './webhook-operations.ts';
export { auditRoutes } from './audit.routes.ts';
export { eventRoutes } from './events.routes.ts';
export { retentionSettings } from './retention.ts';
export { beginIdentity, readSuspicion } from './identity/identity.sql.ts';
export { logWitnessOf } from './identity/log-witness.ts';
export { restoreChecks } from './identity/restore.check.ts';
export { readWitness } from './identity/witness.ts';
export { presenceRoutes } from './presence/presence.routes.ts';
export { checkEventStreams, stopEventStreams } from './stream/event-streams.ts';
export { streamRoutes } from './stream/stream.routes.ts';
export type { UnreadSource } from './unread/unread.feed.ts';
export type { EventVariant, EventVisibility, RecordFacts } from './visibility.ts';
