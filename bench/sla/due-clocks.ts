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

/** Half of the clocks are those of a policy with a calendar, which are stored as JSON. */
const POLICY = { id: 'slp_1', version: 1, name: 'Office hours', calendar_id: 'cal_1', inputs: {} };

const iso = (time: string): string =>
  `to_char((${time}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const BREACH = `due_at + $4 * interval '0.25 seconds'`;
const CLOCKS = `jsonb_build_object('resolution', jsonb_build_object('phase', 'running', 'target_seconds', $4::int,
  'started_at', ${iso('created_at')}, 'since', ${iso('created_at')}, 'before_ms', 0, 'halted_at', null, 'elapsed_ms', null,
  'halted_ms', 0, 'warning_at', ${iso('due_at')}, 'breach_at', ${iso(BREACH)}, 'warned_at', null, 'breached_at', null,
  'met_at', null))`;

/** The first `overdue` of the newest `open` running incidents are late; the others fall due one after another. */
export async function setClocks(client: Client, pace: Pace): Promise<number> {
  await client.query(
    'update incidents set sla_next_due_at = null where sla_next_due_at is not null',
  );
  const { rowCount } = await client.query(
    `update incidents
     set sla_target_seconds = $4, sla_next_due_at = due_at, sla_warned_at = null, sla_breached_at = null,
       sla_paused_ms = extract(epoch from due_at - created_at) * 1000 - $4 * 750,
       sla_breach_at = ${BREACH}, updated_at = least(updated_at, now()),
       sla_policy = case when is_of_policy then $5::jsonb end, sla_clocks = case when is_of_policy then ${CLOCKS} end,
       sla_warning_at = case when is_of_policy then due_at end
     from (
       select id as of_id, row_number() over (order by created_at desc) % 2 = 0 as is_of_policy, date_trunc('milliseconds',
         now() + (row_number() over (order by created_at desc) - $2) * interval '60 seconds' / $3) as due_at
       from incidents
       where deleted_at is null and sla_halted_at is null and state in ('new', 'in_progress', 'reopened', 'on_hold')
       order by created_at desc
       limit $1
     ) as target
     where id = of_id`,
    [pace.open, pace.overdue, pace.duePerMinute, TARGET_SECONDS, JSON.stringify(POLICY)],
  );
  await client.query('analyze incidents');
  await client.query('checkpoint');
  return rowCount ?? 0;
}
