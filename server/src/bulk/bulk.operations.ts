// What features give to be done in bulk: one row at a time, by the same rules as a call for that row alone.
import type { Tx } from '../platform/postgres/tables.ts';
import type { Context } from '../platform/context.ts';
import type { Policy } from '../platform/http/routes/policy.ts';

export interface BulkOperation {
  /** That of the call for one record. */
  policy: Exclude<Policy, 'public'>;
  /** Judges the row too: what it throws is the row's own fault. */
  apply: (
    tx: Tx,
    context: Context,
    row: Readonly<Record<string, unknown>>,
  ) => Promise<{ id: string }>;
}

/** By the type of a job, then by its operation. */
export type BulkOperations = Readonly<Record<string, Readonly<Record<string, BulkOperation>>>>;
