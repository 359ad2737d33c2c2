export {
  hold,
  judged,
  lockRecord,
  readRecord,
  type RecordKind,
  removeRecord,
  saveChange,
  tell,
  tellCreated,
} from './administered.ts';
export {
  type Changes,
  changesBetween,
  type EntryKind,
  entryKinds,
  eventNames,
  type EventType,
  firstValues,
} from './catalogue.ts';
export { emit, type Emitted } from './emit.ts';
export { Entry, entryList, fieldsChangedSince, presentEntry } from './entries.ts';
export {
  type EventBatch,
  eventList,
  eventsBetween,
  markingRelayed,
  unmarkingRelayed,
  unrelayedEvents,
} from './log.ts';
export { bodyOf, exampleBody, LoggedEvent, type StoredEvent } from './payload.ts';
