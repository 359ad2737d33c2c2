export { recordTable, type Rows } from './record-table.ts';
export {
  lockForUpdate,
  readPatchOf,
  lockRecord,
  readRecord,
  type RecordType,
  removeRecord,
  saveUpdate,
  tell,
  auditCreated,
} from './records.ts';
