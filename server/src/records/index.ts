export { recordTable, type Rows } from './record-table.ts';
export {
  lockForUpdate,
  readPatchOf,
  lockRecord,
  readRecord,
  type RecordType,
  removeRecord,
  saveUpdate,
  auditEntry,
  auditCreated,
} from './records.ts';
