// The event log has a random identity, which is part of every id on the stream. Ids of another identity are refused, so
// it changes when the events behind them may be gone or have other transaction ids: after a restore, not after a
// failover.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { runNamed } from '../../platform/postgres/statements.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { GivenEvent, LogFacts, LogIdentity } from './given-event.ts';

interface EventLogTable {
  identity: string;
  generation: number;
  cluster: string;
  base_xid: string;
  base_position: number;
  dropped_xid: string;
  dropped_position: number;
  restore_suspected_at: string | null;
  restore_evidence: string | null;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    event_log: EventLogTable;
  }
}

interface IdentityOptions {
  /** This was given out before the restore: the new generation and all new positions are above it. */
  given?: { generation: number; position: number } | undefined;
  /** Nobody has said that the database was restored; this makes it likely. */
  evidence?: object | undefined;
  now?: Date;
}

/** Selects the identifier of the cluster, to which transaction ids belong. */
export const CURRENT_CLUSTER = sql<string>`(select system_identifier::text from pg_control_system())`;

/** A previous release derives its epoch so. If it found another one, it would begin it itself and drop events. */
const CURRENT_EPOCH = sql<string>`(
  select left(md5(system_identifier::text), 6) || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 7, 2)
  from pg_control_system())`;

/** Locks the row that describes the log, so that one process at a time decides about its identity. */
export async function lockLog(tx: Tx): Promise<{ generation: number; isOfThisCluster: boolean }> {
  const { rows } = await sql<{ generation: number; isOfThisCluster: boolean }>`
    select generation, cluster = ${CURRENT_CLUSTER} as "isOfThisCluster" from event_log for update`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('event_log has no row');
  return row;
}

/**
 * Gives the log a new identity; events before it are not streamed any more. The lock waits for the transactions that
 * have drawn positions, and delays those that will until this one has committed: no event of theirs is lost between the
 * identities, and no position is drawn twice.
 */
export async function beginIdentity(
  tx: Tx,
  { given = { generation: 0, position: 0 }, evidence, now = new Date() }: IdentityOptions = {},
): Promise<LogIdentity> {
  await lockLog(tx);
  await sql`lock table only events in share row exclusive mode`.execute(tx);
  await sql`
    select setval('event_position', ${given.position}::bigint) from event_position
    where last_value < ${given.position}::bigint`.execute(tx);
  const { rows } = await sql<LogIdentity>`
    update event_log set identity = ${randomBytes(4).toString('hex')},
      generation = greatest(generation, ${given.generation}::int) + 1,
      cluster = ${CURRENT_CLUSTER}, epoch = ${CURRENT_EPOCH},
      base_xid = pg_snapshot_xmin(pg_current_snapshot()),
      base_position = (select case when is_called then last_value else 0 end from event_position),
      dropped_xid = '0', dropped_position = 0,
      restore_suspected_at = ${evidence ? now.toISOString() : null}::timestamptz,
      restore_evidence = ${evidence ? JSON.stringify(evidence) : null}::jsonb
    returning identity, generation`.execute(tx);
  return rows[0] as LogIdentity;
}

/** Transaction ids of another cluster, from which the database was copied, are meaningless in this one. */
export const beginIdentityInNewCluster = (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { isOfThisCluster } = await lockLog(tx);
    if (!isOfThisCluster) await beginIdentity(tx);
  });

/** Reads in one snapshot the generation of the log and which of these events it has. */
export async function readLogFacts(
  db: Db | Tx,
  events: readonly GivenEvent[],
): Promise<LogFacts & { isStandby: boolean }> {
  const { rows } = await runNamed(
    db,
    'facts of the event log',
    sql<LogFacts & { isStandby: boolean }>`
    select generation, pg_is_in_recovery() as "isStandby", coalesce((
      select json_agg(json_build_object('id', id, 'position', position)) from events
      where id = any(${events.map(({ id }) => id)}::uuid[])), '[]') as found
    from event_log`,
  );
  const [row] = rows;
  if (!row) throw new Error('event_log has no row');
  return row;
}

interface Suspicion {
  at: string;
  evidence: Pick<GivenEvent, 'id' | 'occurred_at'>;
}

/** Returns why the database seems to be restored, and the command to run; undefined if it does not. */
export async function readSuspicion(db: Db): Promise<string | undefined> {
  const { rows } = await sql<Suspicion>`
    select restore_suspected_at as at, restore_evidence as evidence from event_log
    where restore_suspected_at is not null`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { id, occurred_at } = row.evidence;
  return `The database seems to be restored, noticed ${new Date(row.at).toISOString()}: event ${id} of ${occurred_at} was given to clients and is missing. Run \`admin restored\`.`;
}
