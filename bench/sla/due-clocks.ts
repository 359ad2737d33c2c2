// Shifts the SLA clocks of many open incidents so that their warnings fall due at a steady pace.
import type { Client } from '../../server/test/support/databases.ts';

export interface Pace {
  open: number;
  /** This many are already overdue, as after an outage of the worker. */
  overdue: number;
  duePerMinute: number;
}

/** P3 incidents have this target. */
const TARGET_SECONDS = 86_400;

/** The first `overdue` of the newest `open` running incidents are late; the others fall due one after another. */
export async function setClocks(client: Client, pace: Pace): Promise<number> {
  await client.query(
    'update incidents set sla_next_due_at = null where sla_next_due_at is not null',
  );
  const { rowCount } = await client.query(
    `update incidents
     set sla_target_seconds = $4, sla_next_due_at = due_at, sla_warned_at = null, sla_breached_at = null,
       sla_paused_ms = extract(epoch from due_at - created_at) * 1000 - $4 * 750,
       sla_breach_at = due_at + $4 * interval '0.25 seconds', updated_at = least(updated_at, now())
     from (
       select id as of_id, date_trunc('milliseconds',
         now() + (row_number() over (order by created_at desc) - $2) * interval '60 seconds' / $3) as due_at
       from incidents
       where deleted_at is null and sla_halted_at is null and state in ('new', 'in_progress', 'reopened', 'on_hold')
       order by created_at desc
       limit $1
     ) as target
     where id = of_id`,
    [pace.open, pace.overdue, pace.duePerMinute, TARGET_SECONDS],
  );
  await client.query('analyze incidents');
  await client.query('checkpoint');
  return rowCount ?? 0;
}
