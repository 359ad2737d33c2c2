// Finds and locks the duplicates of a leader, by the partial index incidents_of_leader.
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { isOneOfAddresses } from '../../platform/postgres/addresses.ts';
import { addressesOf, type Viewer } from '../../platform/context.ts';
import { precompile } from '../../platform/postgres/statements.ts';
import type { State } from '../incidents.states.ts';

/** Timelines and jobs read all duplicates of a leader at once, so their number is limited. */
export const MAX_DUPLICATES = 500;

const isDuplicateOf = (leader: string) =>
  sql<boolean>`merged_into = ${leader} and deleted_at is null`;

interface Reference {
  id: string;
  created_at: string;
}

const ofLeader = precompile<Reference>('duplicates of a leader', (texts) => ({
  compile: () =>
    sql<Reference>`
      select id, created_at from incidents where merged_into = ${null} and deleted_at is null
      order by id limit ${sql.lit(MAX_DUPLICATES)}`.compile(texts),
}));

/** Returns the duplicates that the viewer may read, in the order of ids. */
export async function findDuplicates(
  db: Db | Tx,
  { id }: { id: string },
  { actor, reach }: Viewer,
): Promise<Reference[]> {
  if (reach === 'all') return ofLeader(db, [id]);
  const addresses = addressesOf(actor);
  const { rows } = await sql<Reference>`
    select id, created_at from incidents
    where ${isDuplicateOf(id)}
      and (${isOneOfAddresses('opened_by', addresses)} or ${isOneOfAddresses('requester', addresses)})
    order by id limit ${sql.lit(MAX_DUPLICATES)}`.execute(db);
  return rows;
}

export interface Duplicate {
  id: string;
  short_description: string;
  state: State;
  priority: string;
  requester: string | null;
  created_at: string;
}

/** Returns the duplicates of a leader in the order of ids. */
export const readDuplicates = (db: Db | Tx, leader: string): Promise<Duplicate[]> =>
  db
    .selectFrom('incidents')
    .select(['id', 'short_description', 'state', 'priority', 'requester', 'created_at'])
    .where(isDuplicateOf(leader))
    .orderBy('id')
    .limit(MAX_DUPLICATES)
    .execute();

export async function countDuplicates(tx: Tx, leader: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from incidents where ${isDuplicateOf(leader)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * Merges and unmerges take turns until their transactions end, so that one which reads who is merged into what locks
 * exactly those incidents: no two can close a cycle, or exceed the limit of a leader.
 */
export const lockMerging = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('merging', 0))`.execute(tx);

/** Locks in the order of ids, so that no two transactions that lock several this way wait for each other. */
export const lockInOrder = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  sql`select id from incidents where id = any(${ids}::text[]) order by id for update`.execute(tx);
