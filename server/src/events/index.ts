export {
  type Changes,
  changesBetween,
  type EntryKind,
  entryKinds,
  eventNames,
  type EventType,
  eventTypes,
} from './catalogue.ts';
export { emit, type Emitted } from './emit.ts';
export { Entry, entryList, fieldsChangedSince, presentEntry } from './entries.ts';
export { eventList, eventsBetween, markRelayed, unrelayedEvents } from './log.ts';
export { bodyOf, dataSchemas, EventBody, exampleBody, LoggedEvent, type StoredEvent } from './payload.ts';
