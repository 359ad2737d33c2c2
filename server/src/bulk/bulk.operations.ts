// Bulk operations that features offer: applied row by row, by the rules of the request for a single record.
import type { Tx } from '../platform/postgres/tables.ts';
import type { Context } from '../platform/context.ts';
import type { Policy } from '../platform/http/routes/policy.ts';

export interface BulkOperation {
  /** The policy of the request for a single record. */
  policy: Exclude<Policy, 'public'>;
  /** Also validates the row; an error that it throws fails this row only. */
  apply: (
    tx: Tx,
    context: Context,
    row: Readonly<Record<string, unknown>>,
  ) => Promise<{ id: string }>;
}

/** By job type, then by operation. */
export type BulkOperations = Readonly<Record<string, Readonly<Record<string, BulkOperation>>>>;
