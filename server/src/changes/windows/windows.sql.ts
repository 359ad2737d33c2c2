// Finds planned windows that overlap on a shared CI, and those that overlap a period.
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { finishedStates } from '../changes.states.ts';
import type { ChangeRow } from '../changes.sql.ts';

/** The window of `change_id` overlaps that of `id`; there is one row per CI that they share. */
export interface Overlap {
  id: string;
  change_id: string;
  ci_id: string;
  planned_start_at: string;
  planned_end_at: string;
}

/** Limits the overlaps of each change; nobody reads a longer list. */
const MAX_OVERLAPS = 50;

/** Returns the earliest first. The index on `ci_ids` restricts the scan to changes of the same CIs. */
export async function findOverlaps(db: Db | Tx, ids: readonly string[]): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    select mine.id, other.id as change_id, shared.ci_id, other.planned_start_at, other.planned_end_at
    from changes as mine
    cross join lateral (
      select id, ci_ids, planned_start_at, planned_end_at from changes
      where deleted_at is null and ci_ids && mine.ci_ids and id <> mine.id
        and state <> all(${finishedStates}::text[])
        and planned_start_at < mine.planned_end_at and planned_end_at > mine.planned_start_at
      order by planned_start_at, id limit ${sql.lit(MAX_OVERLAPS)}) as other
    cross join lateral (
      select ci_id from unnest(mine.ci_ids) as ci_id where ci_id = any(other.ci_ids)) as shared
    where mine.id = any(${ids}::text[]) and mine.deleted_at is null
      and mine.state <> all(${finishedStates}::text[])
    order by mine.id, other.planned_start_at, other.id, shared.ci_id`.execute(db);
  return rows;
}

const calendarColumns = [
  'id',
  'short_description',
  'type',
  'state',
  'risk',
  'ci_ids',
  'planned_start_at',
  'planned_end_at',
] as const satisfies (keyof ChangeRow)[];
export type PlannedChange = Pick<ChangeRow, (typeof calendarColumns)[number]>;

interface Period {
  from: string;
  to: string;
  ciIds: readonly string[] | undefined;
}

/** Returns changes whose window overlaps the period, earliest first, except cancelled and rejected ones. */
export async function findPlanned(
  db: Db,
  { from, to, ciIds }: Period,
  limit: number,
): Promise<PlannedChange[]> {
  const ofCis = ciIds ? sql`ci_ids && ${ciIds}::text[]` : sql`true`;
  const { rows } = await sql<PlannedChange>`
    select ${sql.join(calendarColumns.map((column) => sql.ref(column)))} from changes
    where deleted_at is null and planned_start_at is not null and planned_end_at is not null
      and tstzrange(planned_start_at, planned_end_at) && tstzrange(${from}::timestamptz, ${to}::timestamptz)
      and state not in ('cancelled', 'rejected') and ${ofCis}
    order by planned_start_at, id limit ${limit}`.execute(db);
  return rows;
}
