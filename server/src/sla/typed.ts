// A record type whose records have clocks has the member `sla`.
import type { SlaType } from '../platform/runtime/sla-definitions.ts';
import { type RecordType, typeNamed } from '../records/index.ts';
import type { FireContext } from './fire.ts';
import type { SlaRecord, SlaRow } from './sla-record.ts';

export interface ClockRow extends SlaRow {
  deleted_at: string | null;
  event_sequence: number;
  short_description: string;
}

export interface WithClocks<Row extends SlaRow> {
  sla: SlaRecord<Row>;
}

/** The rows of each type have more columns; work on all types needs only these. */
export type ClockedType = RecordType<ClockRow, FireContext> & WithClocks<ClockRow>;

export function clockedType(name: SlaType): ClockedType {
  const type = typeNamed(name) as ClockedType | undefined;
  if (!type?.sla) throw new Error(`records of the type ${name} have no clocks`);
  return type;
}
