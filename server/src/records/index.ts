export { rowsOf, type Rows } from './record-table.ts';
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
} from './records.ts';
