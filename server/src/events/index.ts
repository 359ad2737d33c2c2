import { registerSettings } from '../platform/runtime/settings.ts';
import { retentionSettings } from './retention.ts';
export {
  type FieldDiff,
  diffFields,
  type EntryKind,
  eventNames,
  type EventType,
  firstValues,
  type RecordName,
} from './catalogue.ts';
export { emit, type NewEvent } from './emit.ts';
export { Entry, entryList, fieldsChangedSince, presentEntry } from './entries.ts';
export {
  type EventBatch,
  eventsBetween,
  markingRelayed,
  unmarkingRelayed,
  unrelayedEvents,
} from './log.ts';
export { bodyOf, exampleBody, type StoredEvent } from './payload.ts';
export { type AuditVisibility, auditRoutes } from './audit.routes.ts';
export { eventRoutes, type EventVisibility } from './events.routes.ts';

registerSettings(retentionSettings);
