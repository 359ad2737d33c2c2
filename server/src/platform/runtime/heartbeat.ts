// The heartbeat of a process's job pools, which also unlocks the jobs of pools without a recent one.
import { sql } from 'kysely';
import type { Db } from '../postgres/tables.ts';
import type { Deps } from './deps.ts';

const HEARTBEAT_MS = 3000;
/** With the heartbeat interval, jobs of a dead pool continue within 15 seconds; otherwise only after 4 hours. */
const DEAD_AFTER_SECONDS = 9;

/**
 * Returns the ids of dead pools. Everything in one statement: a crash in between would leave jobs locked by an unknown
 * pool for 4 hours; and a pool that recovers meanwhile waits until its jobs are unlocked. `having`: the function reads
 * all jobs. The commit is asynchronous: a crash of the database loses the removal of a pool and the unlocking of its
 * jobs together.
 */
export async function beat(db: Db, poolIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ dead: string[] }>`
    with alive as (
      insert into job_pools (id, seen_at)
      select id, clock_timestamp() from unnest(${poolIds}::text[]) as id
      where set_config('synchronous_commit', 'off', true) = 'off'
      on conflict (id) do update set seen_at = excluded.seen_at
    ), dead as (
      delete from job_pools where id in (
        select id from job_pools
        where seen_at < clock_timestamp() - make_interval(secs => ${DEAD_AFTER_SECONDS}::int)
          and id <> all(${poolIds}::text[])
        order by id for update skip locked)
      returning id)
    select array_agg(id) as dead, graphile_worker.force_unlock_workers(array_agg(id)) as unlocked
    from dead having count(*) > 0`.execute(db);
  return rows[0]?.dead ?? [];
}

/** The first one has been sent when the promise resolves. */
export async function startHeartbeat(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  poolIds: () => readonly string[],
  onUnlocked: () => void,
): Promise<{ stop: () => void }> {
  const send = async () => {
    const ids = poolIds();
    if (ids.length === 0) return;
    try {
      const dead = await beat(db, ids);
      if (dead.length === 0) return;
      log.warn({ pools: dead }, 'jobs.unlocked');
      onUnlocked();
    } catch (error) {
      log.warn({ err: error }, 'jobs.heartbeat_failed');
    }
  };
  await send();
  const timer = setInterval(() => void send(), HEARTBEAT_MS);
  return { stop: () => clearInterval(timer) };
}
