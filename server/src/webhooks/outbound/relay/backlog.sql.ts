// Measures the events that wait for the relay and the deliveries that are due, for the gauges.
import { sql } from 'kysely';
import { oldestUnrelayedSeconds } from '../../../events/index.ts';
import type { Db } from '../../../platform/postgres/tables.ts';
import { oldestDueSeconds } from '../deliveries/claims.sql.ts';
import { countSetAside } from './relay.sql.ts';

interface Backlog {
  /** The ages of the oldest due delivery and of the oldest event that is not relayed are in seconds. */
  oldestDue: number;
  oldestUnrelayed: number;
  setAside: number;
}

type Row = { [Name in keyof Backlog]: number | null };

export async function readBacklog(db: Db, now: Date): Promise<Backlog> {
  const { rows } = await sql<Row>`
    select (${oldestDueSeconds(now)}) as "oldestDue", (${oldestUnrelayedSeconds(now)}) as "oldestUnrelayed",
      (${countSetAside()}) as "setAside"`.execute(db);
  const { oldestDue, oldestUnrelayed, setAside } = rows[0] ?? {};
  return {
    oldestDue: Math.max(0, oldestDue ?? 0),
    oldestUnrelayed: Math.max(0, oldestUnrelayed ?? 0),
    setAside: setAside ?? 0,
  };
}
