// The jobs of a pool without a recent heartbeat are unlocked, so that other pools run them. The queue itself would wait
// four hours.
import { sql } from 'kysely';
import type { Db } from '../postgres/tables.ts';

export const HEARTBEAT_SECONDS = 2;
/** With the interval of heartbeats and the next poll, the jobs of a dead pool continue within 10 seconds. */
const DEAD_AFTER_SECONDS = 6;

/**
 * Returns the ids of dead pools. One statement does everything: a crash in between would leave jobs locked by an unknown
 * pool for 4 hours; and a pool that recovers meanwhile waits until its jobs are unlocked. `having` avoids a needless call
 * of the function, which reads all jobs. The commit is asynchronous: a crash of the database loses the removal of a pool
 * and the unlocking of its jobs together.
 */
export async function recordHeartbeat(db: Db, poolId: string): Promise<string[]> {
  const { rows } = await sql<{ dead: string[] }>`
    with alive as (
      insert into job_pools (id, seen_at)
      select ${poolId}, clock_timestamp()
      where set_config('synchronous_commit', 'off', true) = 'off'
      on conflict (id) do update set seen_at = excluded.seen_at
    ), dead as (
      delete from job_pools where id in (
        select id from job_pools
        where seen_at < clock_timestamp() - make_interval(secs => ${DEAD_AFTER_SECONDS}::int)
          and id <> ${poolId}
        order by id for update skip locked)
      returning id)
    select array_agg(id) as dead, graphile_worker.force_unlock_workers(array_agg(id)) as unlocked
    from dead having count(*) > 0`.execute(db);
  return rows[0]?.dead ?? [];
}
