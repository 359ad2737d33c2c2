// Reads the state of the database as its owner. The role pg_monitor is needed for two things: sessions of other users count
// among the transactions, and standbys have names and a lag. Without it, standbys are only counted.
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** A default partition may be locked for minutes while its rows move, and health checks wait for the same connection. */
export const readBriefly = <T>(
  db: Db,
  statementMs: number,
  read: (tx: Db) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(statementMs)}, true),
      set_config('lock_timeout', '100', true)`.execute(tx);
    return read(tx);
  });

export interface ServerState {
  sizeBytes: number;
  oldestTransactionSeconds: number;
  /** PostgreSQL refuses writes at 1. The ratio covers all databases of the server. */
  freezeRatio: number;
  connections: number;
  maxConnections: number;
  standbys: number;
  /** The value is null where archive_mode is off. */
  isArchivingFailing: boolean | null;
  /** Counts finished segments that are not archived; null where archive_mode is off, or before the first segment. */
  archiveLagBytes: number | null;
}

/** PostgreSQL refuses new transactions three million before the ids wrap around. */
const LAST_XID = 2 ** 31 - 3_000_000;

/** A session of another user shows its database and nothing else. */
const isClient = sql`backend_type = 'client backend' or (backend_type is null and datid is not null)`;

/** The file name of a segment is its timeline and its number; names of history and backup files are longer or shorter. */
const IS_SEGMENT = '^[0-9A-F]{24}$';

export async function readServer(db: Db): Promise<ServerState> {
  const { rows } = await sql<ServerState>`
    select pg_database_size(current_database())::float8 as "sizeBytes",
      greatest(0, extract(epoch from clock_timestamp() - least(
        (select min(xact_start) from pg_stat_activity where pid <> pg_backend_pid() and (${isClient})),
        (select min(prepared) from pg_prepared_xacts))))::float8 as "oldestTransactionSeconds",
      (select max(greatest(age(datfrozenxid), mxid_age(datminmxid))) from pg_database)::float8
        / ${sql.lit(LAST_XID)} as "freezeRatio",
      (select count(*) from pg_stat_activity where ${isClient})::int as connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections')::int as "maxConnections",
      (select count(*) from pg_stat_replication)::int as standbys,
      case when current_setting('archive_mode') <> 'off' then
        coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) end as "isArchivingFailing",
      case when current_setting('archive_mode') <> 'off' and not pg_is_in_recovery()
          and last_archived_wal ~ ${IS_SEGMENT} then
        greatest(0, (pg_split_walfile_name(pg_walfile_name(pg_current_wal_lsn()))).segment_number
          - (pg_split_walfile_name(last_archived_wal)).segment_number - 1)::float8
          * pg_size_bytes(current_setting('wal_segment_size')) end as "archiveLagBytes"
    from pg_stat_archiver`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('The database returned no row.');
  return state;
}

export interface Lag {
  name: string;
  bytes: number;
}

const CURRENT = sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end`;

/** Standbys are named by application_name. Returns none without pg_monitor. */
export async function readStandbyLag(db: Db): Promise<Lag[]> {
  const { rows } = await sql<Lag>`
    select coalesce(nullif(application_name, ''), 'unnamed') as name,
      max(greatest(0, pg_wal_lsn_diff(${CURRENT}, replay_lsn)))::float8 as bytes
    from pg_stat_replication where replay_lsn is not null group by 1`.execute(db);
  return rows;
}

/** Returns the size of the log that each slot keeps on the disk, whether anything reads from it or not. */
export async function readSlots(db: Db): Promise<Lag[]> {
  const { rows } = await sql<Lag>`
    select slot_name::text as name, greatest(0, pg_wal_lsn_diff(${CURRENT}, restart_lsn))::float8 as bytes
    from pg_replication_slots where restart_lsn is not null and not temporary`.execute(db);
  return rows;
}

const MAX_MONTHS = 12;

/** Counts the months after this one for which every partitioned table has a partition, without a gap; -1 if this month has none. */
export async function readMonthsAhead(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ months: number }>`
    select coalesce(min(step), ${MAX_MONTHS}::int + 1) - 1 as months
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
      cross join generate_series(0, ${MAX_MONTHS}::int) as step
    where c.relnamespace = 'public'::regnamespace and to_regclass(format('public.%I', c.relname || to_char(
      date_trunc('month', ${now.toISOString()}::timestamptz, 'UTC') at time zone 'UTC'
        + make_interval(months => step), '_YYYY_MM'))) is null`.execute(db);
  return rows[0]?.months ?? MAX_MONTHS;
}
