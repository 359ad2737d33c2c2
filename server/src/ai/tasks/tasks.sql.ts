// Tasks of the AI in PostgreSQL. Only its clock is used, so that the clocks of workers may differ.
import { type RawBuilder, sql } from 'kysely';
import { deferredWrite, runNamed } from '../../platform/postgres/statements.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface AiTasksTable {
  kind: string;
  incident_id: string;
  due_at: string;
  attempts: number;
  revision: number;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    ai_tasks: AiTasksTable;
  }
}

const taskKinds = ['index-incident', 'suggest-resolution'] as const;
export type TaskKind = (typeof taskKinds)[number];

export type Task = Pick<AiTasksTable, 'incident_id' | 'attempts' | 'revision'> & { kind: TaskKind };

const insertTask = deferredWrite('add AI task', (texts) => ({
  compile: () =>
    sql`insert into ai_tasks (kind, incident_id, due_at) values (${'kind'}, ${'incident'}, now())
      on conflict (kind, incident_id)
        do update set due_at = excluded.due_at, attempts = 0, revision = ai_tasks.revision + 1`.compile(
      texts,
    ),
}));

/** In the transaction of the write that the task follows from. */
export const addTask = (tx: Tx, kind: TaskKind, incidentId: string): Promise<void> =>
  insertTask(tx, [kind, incidentId]);

/** For the relay: adds the task for each of these records, if it has none. */
export const addingTasks =
  (kind: TaskKind) =>
  (records: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`
    insert into ai_tasks (kind, incident_id, due_at)
    select ${sql.lit(kind)}, record_id, now() from (${records}) as record on conflict do nothing`;

/** Milliseconds until the next task; no row if there is none. */
export const nextTaskMs = (kind: TaskKind): RawBuilder<unknown> => sql`
  select extract(epoch from due_at - now()) * 1000 from ai_tasks
  where kind = ${sql.lit(kind)} order by due_at limit 1`;

/**
 * Takes a task until the lease ends. The newest first: the incident that has just been reported is the one that is open
 * on somebody's screen.
 */
export async function takeTask(
  db: Db,
  kind: TaskKind,
  leaseSeconds: number,
): Promise<Task | undefined> {
  const { rows } = await runNamed(
    db,
    'take AI task',
    sql<Task>`
    update ai_tasks set due_at = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where kind = ${kind} and incident_id = (
      select incident_id from ai_tasks where kind = ${kind} and due_at <= now()
      order by due_at desc limit 1 for update skip locked)
    returning kind, incident_id, attempts, revision`,
  );
  return rows[0];
}

/** Not if the incident has changed meanwhile. */
export async function endTask(db: Db, { kind, incident_id, revision }: Task): Promise<void> {
  await runNamed(
    db,
    'remove AI task',
    sql`
    delete from ai_tasks
    where kind = ${kind} and incident_id = ${incident_id} and revision = ${revision}`,
  );
}

export async function postponeTask(
  db: Db,
  { kind, incident_id, revision }: Task,
  seconds: number,
): Promise<void> {
  await sql`
    update ai_tasks set due_at = now() + make_interval(secs => ${seconds})
    where kind = ${kind} and incident_id = ${incident_id} and revision = ${revision}`.execute(db);
}

/** Seconds for which the oldest task of each kind has been due. */
export async function oldestDueTasks(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; seconds: number }>`
    select kind, greatest(0, coalesce(extract(epoch from now() - (
        select min(due_at) from ai_tasks where ai_tasks.kind = kinds.kind)), 0))::float8 as seconds
    from unnest(${[...taskKinds]}::text[]) as kinds (kind)`.execute(db);
  return Object.fromEntries(rows.map(({ kind, seconds }) => [kind, seconds]));
}
