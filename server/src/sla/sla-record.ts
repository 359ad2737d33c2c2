// A record type with SLA clocks says what its clocks depend on, and where a row keeps what follows from them.
import type { Context } from '../platform/context.ts';
import type { SlaType } from '../platform/runtime/sla-definitions.ts';
import type { Clocks, Moment, Terms } from './clocks/ledger.ts';

/** The policy that applies to a record, and the values by which its condition held. */
export interface AppliedPolicy {
  id: string;
  version: number;
  name: string;
  calendar_id: string | null;
  inputs: Readonly<Record<string, unknown>>;
}

export interface SlaColumns {
  /** Null if no policy applies. */
  sla_policy: AppliedPolicy | null;
  /** The clocks that the policy has a target for. */
  sla_clocks: Clocks | null;
  /** The version of the definitions under which they were computed. */
  sla_version: number;
  sla_next_due_at: string | null;
}

export interface SlaRow extends SlaColumns {
  id: string;
  priority: string;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface SlaRecord<Row extends SlaRow> {
  type: SlaType;
  /** The columns that follow from clocks. */
  columns: readonly (keyof Row & string)[];
  /** A record begins with these values. */
  firstStep: Partial<Row>;
  momentOf: (row: Row, at: string) => Moment;
  /** A change of policies leaves the clocks of these records as they are. */
  isEnded: (row: Row) => boolean;
  ciOf: (row: Row) => string | null;
  requesterOf: (row: Row) => string | null;
  /** The terms of the clock that the record has without a policy. */
  defaultTerms?: (row: Row, settings: Context['settings']) => Terms;
  /** Returns the clock that the row keeps in columns of its own, because a policy has none for its metric. */
  ownClocks?: (row: Row) => Clocks;
  /** Returns the row with the columns that follow from its clocks; `own` is its clock without a policy. */
  withColumns: (row: Row, clocks: Clocks, own: Clocks) => Row;
}
