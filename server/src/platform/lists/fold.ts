// Writes append deltas, which are folded into aggregates a batch at a time, so that no write waits for a counter.
import { type RawBuilder, sql } from 'kysely';
import { every } from './conditions.ts';
import { isTimeout } from '../postgres/pg-errors.ts';
import type { Db } from '../postgres/tables.ts';

/** A delta belongs to this aggregate row, unless its value is null. The expressions refer to the delta as `taken`. */
interface Slot {
  dimension: string;
  value: RawBuilder<unknown>;
  day: RawBuilder<unknown>;
}

interface FoldedColumn {
  name: string;
  /** Aggregates the deltas of a batch. */
  aggregate: RawBuilder<unknown>;
  merge: (stored: RawBuilder<unknown>, added: RawBuilder<unknown>) => RawBuilder<unknown>;
}

export interface FoldSpec {
  deltas: string;
  totals: string;
  /** Every aggregate row is grouped by these columns. */
  facets: readonly string[];
  slots: readonly Slot[];
  columns: readonly FoldedColumn[];
  /** A row in which this column reaches zero is removed. */
  removedAtZero?: string;
}

/** Above this many unfolded deltas a reader folds too, so that aggregates stay cheap to read while no worker runs. */
export const READER_FOLDS_ABOVE = 5000;
const MAX_FOLDED = 20_000;
const MIN_FOLDED = 100;

/** One fold takes so many deltas of a table, where it is fewer than MAX_FOLDED: half as many after each timeout. */
const mostFolded = new Map<string, number>();

/**
 * Returns whether there is more to fold at once. Few deltas wait for the next fold: while writes went on, folding them
 * over and over took half a processor.
 */
export const isFullFold = ({ deltas }: Pick<FoldSpec, 'deltas'>, folded: number): boolean =>
  folded >= (mostFolded.get(deltas) ?? MAX_FOLDED);

/** Returns a row if there is any delta, for the poll for due work. It uses the index, which skips deltas that were folded. */
export const anyDelta = ({ deltas }: Pick<FoldSpec, 'deltas'>): RawBuilder<unknown> =>
  sql`select 0 from ${sql.table(deltas)} order by id limit 1`;

const foldBatch = (db: Db, spec: FoldSpec, most: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // Only one fold runs at a time, since two would deadlock. The lock is a separate statement, so that the next one sees
    // the result of the previous fold.
    const { rows: locks } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${spec.totals})) as mine`.execute(tx);
    if (!locks[0]?.mine) return 0;
    const { rows } = await foldSql(spec, most).execute(tx);
    return rows[0]?.folded ?? 0;
  });

/**
 * Moves a batch of deltas into the aggregates and returns their number. After a timeout the batches of this process stay
 * smaller: the same deltas would exceed it again, for ever.
 */
export async function foldDeltas(db: Db, spec: FoldSpec): Promise<number> {
  const most = mostFolded.get(spec.deltas) ?? MAX_FOLDED;
  try {
    return await foldBatch(db, spec, most);
  } catch (error) {
    if (!isTimeout(error) || most <= MIN_FOLDED) throw error;
    mostFolded.set(spec.deltas, Math.max(MIN_FOLDED, Math.floor(most / 2)));
    return foldDeltas(db, spec);
  }
}

const refs = (names: readonly string[], of?: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(of ? `${of}.${name}` : name)));

function foldSql(
  { deltas, totals, facets, slots, columns, removedAtZero }: FoldSpec,
  most: number,
) {
  const from = sql.table(deltas);
  const key = ['dimension', 'value', 'day', ...facets];
  const names = columns.map(({ name }) => name);
  const group = sql.join([
    sql`slot.dimension, slot.value, slot.day`,
    ...facets.map((name) => sql.ref(name)),
  ]);
  const aggregates = columns.map(({ name, aggregate }) => sql`${aggregate} as ${sql.ref(name)}`);
  const merged = columns.map(({ name, merge }) => {
    const value = merge(sql.ref(`stored.${name}`), sql.ref(`spread.${name}`));
    return { name, value };
  });
  const updates = merged.map(({ name, value }) => sql`${sql.ref(name)} = ${value}`);
  const zero = merged.find(({ name }) => name === removedAtZero);
  const values = slots.map(
    ({ dimension, value, day }) => sql`(${sql.lit(dimension)}, ${value}, ${day})`,
  );
  // The batch is selected by an upper bound and not by a list of ids: after a vacuum of the emptied table PostgreSQL
  // expects one row, and joined the list by nested loops, 20,000 times 20,000, which took over a minute.
  return sql<{ folded: number }>`
    with taken as (
      delete from ${from}
      where id <= (select max(id) from
        (select id from ${from} order by id limit ${sql.lit(most)}) as oldest)
      returning *
    ), spread as (
      select ${group}, ${sql.join(aggregates)}
      from taken cross join lateral (values ${sql.join(values)}) as slot (dimension, value, day)
      where slot.value is not null
      group by ${group}
    ), merged as (
      merge into ${sql.table(totals)} as stored
      using (select * from spread ${zero ? sql`where ${sql.ref(zero.name)} <> 0` : sql``}) as spread
      on ${every(key.map((name) => sql`${sql.ref(`stored.${name}`)} = ${sql.ref(`spread.${name}`)}`))}
      ${zero ? sql`when matched and ${zero.value} = 0 then delete` : sql``}
      when matched then update set ${sql.join(updates)}
      when not matched then insert (${refs([...key, ...names])})
        values (${refs([...key, ...names], 'spread')})
      returning 1
    )
    select count(*) as folded from taken`;
}
