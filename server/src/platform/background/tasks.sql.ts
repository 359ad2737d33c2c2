// Tasks are timed by PostgreSQL's clock alone, so that the clocks of workers may differ.
import { type RawBuilder, sql } from 'kysely';
import { deferredWrite, runNamed } from '../postgres/statements.ts';
import type { Db, Tx } from '../postgres/tables.ts';

interface TasksTable {
  kind: string;
  record_id: string;
  due_at: string;
  attempts: number;
  revision: number;
}

declare module '../postgres/tables.ts' {
  interface Tables {
    tasks: TasksTable;
  }
}

export type Task = Omit<TasksTable, 'due_at'>;

const insertTask = deferredWrite('add task', (texts) => ({
  compile: () =>
    sql`insert into tasks (kind, record_id, due_at) values (${'kind'}, ${'record'}, now())
      on conflict (kind, record_id)
        do update set due_at = excluded.due_at, attempts = 0, revision = tasks.revision + 1`.compile(
      texts,
    ),
}));

/** Adds the task in the transaction of the write that causes it. */
export const addTask = (tx: Tx, kind: string, recordId: string): Promise<void> =>
  insertTask(tx, [kind, recordId]);

/** Adds tasks for records that are loaded at once. The newest runs first, so the first record gets the newest time. */
export async function addTasks(tx: Tx, kind: string, recordIds: readonly string[]): Promise<void> {
  await sql`
    insert into tasks (kind, record_id, due_at)
    select ${kind}::text, id, now() - position * interval '1 microsecond'
    from unnest(${recordIds}::text[]) with ordinality as loaded (id, position) on conflict do nothing`.execute(
    tx,
  );
}

/** The relay uses this to add the task for each of these records that has none. */
export const insertTasks =
  (kind: string) =>
  (records: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`
    insert into tasks (kind, record_id, due_at)
    select ${sql.lit(kind)}, record_id, now() from (${records}) as record on conflict do nothing`;

/** Selects the milliseconds until the next task; no row if there is none. */
export const nextTaskMs = (kind: string): RawBuilder<unknown> => sql`
  select extract(epoch from due_at - now()) * 1000 from tasks
  where kind = ${sql.lit(kind)} order by due_at limit 1`;

/**
 * Takes the newest task until the lease ends: the record that has just changed is the one that is open on somebody's
 * screen.
 */
export async function takeTask(
  db: Db,
  kind: string,
  leaseSeconds: number,
): Promise<Task | undefined> {
  const { rows } = await runNamed(
    db,
    'take task',
    sql<Task>`
    update tasks set due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where kind = ${kind} and record_id = (
      select record_id from tasks where kind = ${kind} and due_at <= now()
      order by due_at desc limit 1 for update skip locked)
    returning kind, record_id, attempts, revision`,
  );
  return rows[0];
}

/** Keeps the task if the record has changed meanwhile. */
export async function endTask(db: Db, { kind, record_id, revision }: Task): Promise<void> {
  await runNamed(
    db,
    'remove task',
    sql`
    delete from tasks
    where kind = ${kind} and record_id = ${record_id} and revision = ${revision}`,
  );
}

export async function postponeTask(
  db: Db,
  { kind, record_id, revision }: Task,
  seconds: number,
): Promise<void> {
  await sql`
    update tasks set due_at = now() + make_interval(secs => ${seconds})
    where kind = ${kind} and record_id = ${record_id} and revision = ${revision}`.execute(db);
}

/** Renews the lease, unless another worker has taken the task since. */
export async function renewTask(
  db: Db,
  { kind, record_id, revision, attempts }: Task,
  leaseSeconds: number,
): Promise<void> {
  await runNamed(
    db,
    'renew task',
    sql`
    update tasks set due_at = now() + make_interval(secs => ${leaseSeconds})
    where kind = ${kind} and record_id = ${record_id} and revision = ${revision} and attempts = ${attempts}`,
  );
}

/** Returns the seconds for which the oldest task of each kind has been due. Other kinds are absent. */
export async function oldestDueTasks(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; seconds: number }>`
    select kind, extract(epoch from now() - min(due_at))::float8 as seconds
    from tasks where due_at <= now() group by kind`.execute(db);
  return Object.fromEntries(rows.map(({ kind, seconds }) => [kind, seconds]));
}
