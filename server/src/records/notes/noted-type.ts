// A noted type is a record type whose records have work notes.
import type { Actor, AuditContext } from '../../platform/context.ts';
import type { RecordType, VersionedRow } from '../record-type.ts';
import type { RowWithCounts } from './notes.counts.ts';
import type { NotePolicies } from './notes.rights.ts';

export interface NotedRow extends VersionedRow, RowWithCounts {
  deleted_at: string | null;
}

export type NotedType<Row extends NotedRow, C extends AuditContext> = RecordType<Row, C> & {
  notes: NotePolicies;
  /** Whether a public note of the actor is a response to the requester of the record. */
  isResponse?(row: Row, actor: Actor): boolean;
};
