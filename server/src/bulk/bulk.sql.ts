import { type Generated, type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { type Subject, subjectSql } from '../identity/index.ts';
import type { Actor } from '../platform/context.ts';
import type { ListSpec } from '../platform/lists/list-spec.ts';
import type { CancelReason, JobStatus } from './bulk.schema.ts';

interface BulkJobsTable {
  id: Generated<string>;
  type: string;
  operation: string;
  dry_run: boolean;
  caller: string;
  actor: string;
  request_id: string;
  records: string;
  fields: string | null;
  total: number;
  cancel_reason: Generated<CancelReason | null>;
  created_at: string;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    bulk_jobs: BulkJobsTable;
  }
}

export type NewJob = Omit<BulkJobsTable, 'id' | 'cancel_reason'>;

export async function insertJob(tx: Tx, job: NewJob): Promise<string> {
  const { id } = await tx
    .insertInto('bulk_jobs')
    .values(job)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The lock serialises the requests of a caller until the transaction ends, so that the limit holds. */
export async function countUnfinished(tx: Tx, caller: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bulk ' || ${caller}, 0))`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from bulk_jobs where caller = ${caller} and finished_at is null`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

export interface JobRow {
  id: string;
  caller: string;
  type: string;
  operation: string;
  dry_run: boolean;
  status: JobStatus;
  cancel_reason: CancelReason | null;
  total: number;
  processed: number;
  succeeded: number;
  failed: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  expires_at: string | null;
}

const columns = [
  'id',
  'caller',
  'type',
  'operation',
  'dry_run',
  'status',
  'cancel_reason',
  'total',
  'processed',
  'succeeded',
  'failed',
  'created_at',
  'started_at',
  'finished_at',
  'expires_at',
] as const satisfies (keyof JobRow)[];
const selected = sql.join(columns.map((column) => sql.ref(column)));

export interface ResultRow {
  index: number;
  id: string | null;
  status: 'succeeded' | 'failed' | 'skipped';
  error: object | null;
  warnings: readonly object[] | null;
}

/** Reads job and results in one statement, so that the counts agree with the results. */
export async function findJob(
  db: Db,
  id: string,
): Promise<(JobRow & { results: ResultRow[] }) | undefined> {
  const { rows } = await sql<JobRow & { results: ResultRow[] }>`
    select ${selected}, coalesce((
      select jsonb_agg(jsonb_build_object(
        'index', index, 'id', record_id, 'status', r.status, 'error', error, 'warnings', warnings)
        order by index)
      from bulk_results as r where job_id = bulk_jobs.id), '[]') as results
    from bulk_jobs where id = ${id}`.execute(db);
  return rows[0];
}

/** Selects a row if any job is unfinished, for the poll for due work. */
export const anyUnfinished = (): RawBuilder<unknown> =>
  sql`select 0 from bulk_jobs where finished_at is null limit 1`;

/** Selects callers round robin: returns the oldest job of the next caller after `after` by name, else of the first one. */
export async function nextJob(
  db: Db,
  after: string,
  busy: readonly string[],
): Promise<{ id: string; caller: string } | undefined> {
  const { rows } = await sql<{ id: string; caller: string }>`
    (select id, caller from bulk_jobs
      where finished_at is null and caller > ${after} and caller <> all(${busy}::text[])
      order by caller, id limit 1)
    union all
    (select id, caller from bulk_jobs
      where finished_at is null and caller <> all(${busy}::text[])
      order by caller, id limit 1)
    limit 1`.execute(db);
  return rows[0];
}

export interface JobInput {
  id: string;
  type: string;
  operation: string;
  dry_run: boolean;
  actor: Actor;
  request_id: string;
  records: readonly Record<string, unknown>[];
  fields: Record<string, unknown> | null;
}

export async function readJobInput(db: Db, id: string): Promise<JobInput | undefined> {
  const { rows } = await sql<JobInput>`
    select id, type, operation, dry_run, actor, request_id, records, fields
    from bulk_jobs where id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the current identity of the caller; null if it is not in the directory. */
export async function readSubject(tx: Tx, id: string): Promise<Subject | null> {
  const { rows } = await sql<{ subject: Subject | null }>`
    select ${subjectSql(sql`${id}`)} as subject`.execute(tx);
  return rows[0]?.subject ?? null;
}

/** Locks the job and returns the index of its next row; undefined if it has finished or another worker has locked it. */
export async function lockNextRow(tx: Tx, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ processed: number }>`
    select processed from bulk_jobs where id = ${id} and finished_at is null
    for update skip locked`.execute(tx);
  return rows[0]?.processed;
}

export interface BatchOutcome {
  results: readonly ResultRow[];
  at: string;
  retentionDays: number;
}

/** The job must be locked. Returns its status, which is final after the last rows. */
export async function saveResults(
  tx: Tx,
  id: string,
  { results, at, retentionDays }: BatchOutcome,
): Promise<JobStatus> {
  const good = results.filter(({ status }) => status === 'succeeded').length;
  const { rows } = await sql<{ status: JobStatus }>`
    with ended as (
      insert into bulk_results (job_id, index, record_id, status, error, warnings)
      select ${id}, index, id, status, error, warnings
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        as t (index int, id text, status text, error jsonb, warnings jsonb)),
    counted as (
      select processed + ${results.length}::int as processed, succeeded + ${good}::int as succeeded,
        failed + ${results.length - good}::int as failed
      from bulk_jobs where id = ${id})
    update bulk_jobs set
      processed = counted.processed,
      succeeded = counted.succeeded,
      failed = counted.failed,
      status = case
        when counted.processed < total then 'running'
        when counted.failed = total then 'failed'
        else 'completed'
      end,
      started_at = coalesce(started_at, ${at}::timestamptz),
      finished_at = case when counted.processed = total then ${at}::timestamptz end,
      expires_at = case when counted.processed = total
        then ${at}::timestamptz + ${retentionDays}::int * interval '1 day' end
    from counted where id = ${id}
    returning status`.execute(tx);
  return rows[0]?.status ?? 'cancelled';
}

/** Waits for the rows in progress; no worker starts other rows until the lock is released. */
export async function lockJob(tx: Tx, id: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select ${selected} from bulk_jobs where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Marks the remaining rows as skipped. The job must be locked. */
export async function cancelRemaining(
  tx: Tx,
  id: string,
  { at, retentionDays, reason }: { at: string; retentionDays: number; reason: CancelReason },
): Promise<void> {
  await sql`
    with skipped as (
      insert into bulk_results (job_id, index, record_id, status)
      select id, n - 1, left(record ->> 'id', 64), 'skipped'
      from bulk_jobs cross join lateral jsonb_array_elements(records) with ordinality as t (record, n)
      where id = ${id} and n > processed)
    update bulk_jobs set status = 'cancelled', cancel_reason = ${reason}, finished_at = ${at}::timestamptz,
      expires_at = ${at}::timestamptz + ${retentionDays}::int * interval '1 day'
    where id = ${id}`.execute(tx);
}

/** Waits for the rows in progress, like `lockJob`; in the order of ids, so that two that wait cannot wait for each other. */
export async function lockUnfinished(tx: Tx, caller: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bulk_jobs where caller = ${caller} and finished_at is null
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

const MAX_PURGED = 200;

/** Returns true if there may be more. */
export async function purgeExpiredJobs(db: Db, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from bulk_jobs where id in (
      select id from bulk_jobs where expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${MAX_PURGED} for update skip locked)`.execute(db);
  return Number(numAffectedRows) === MAX_PURGED;
}

export const jobList: ListSpec<JobRow> = {
  name: 'jobs',
  table: 'bulk_jobs',
  columns,
  large: [],
  sources: { job_id: ['id'] },
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: {
    status: { column: 'status', test: 'in', type: 'text' },
    caller: { column: 'caller', test: 'in', type: 'text' },
    dry_run: {
      test: 'named',
      conditions: {
        true: () => ({ dry: { where: sql<boolean>`dry_run` } }),
        false: () => ({ real: { where: sql<boolean>`not dry_run` } }),
      },
    },
  },
  total: 'bounded',
};

/** Returns the age of the oldest job without a processed row, for the gauge. */
export async function oldestWaitingSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(created_at))::float8 as seconds
    from bulk_jobs where finished_at is null and processed = 0`.execute(db);
  return Math.max(0, rows[0]?.seconds ?? 0);
}
