// A noted type is a record type whose records have work notes.
import type { AuditContext } from '../../platform/context.ts';
import type { RecordType, VersionedRow } from '../record-type.ts';
import type { RowWithCounts } from './notes.counts.ts';
import type { NotePolicies } from './notes.rights.ts';

export interface NotedRow extends VersionedRow, RowWithCounts {
  deleted_at: string | null;
}

export type NotedType<Row extends NotedRow, C extends AuditContext> = RecordType<Row, C> & {
  notes: NotePolicies;
};
