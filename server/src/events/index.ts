export {
  type Changes,
  changesBetween,
  type EntryKind,
  entryKinds,
  type EventType,
  firstValues,
  type RecordType,
} from './catalogue.ts';
export { emit, type Emitted } from './emit.ts';
export { Entry, entryList, fieldsChangedSince, presentEntry } from './entries.ts';
