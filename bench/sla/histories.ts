// Gives incidents the entries and notes of some days: all are open, a third is on hold, and no target is near.
import type { Client } from '../../server/test/support/databases.ts';
import { prepareFill } from '../../server/test/support/generate.ts';

/** Triggers do not fire. */
const statements = [
  `update incidents set deleted_at = null, merged_into = null, resolved_at = null, closed_at = null,
     created_at = born.at, updated_at = born.at + hours[array_upper(hours, 1)] * interval '1 hour',
     state = case when held then 'on_hold' else 'in_progress' end,
     on_hold_reason = case when held then 'awaiting_vendor' end,
     sla_target_seconds = 4000000, sla_paused_ms = 3600000 * paused,
     sla_halted_at = case when held then born.at + hours[array_upper(hours, 1)] * interval '1 hour' end,
     sla_breach_at = born.at + interval '4000000 seconds' + paused * interval '1 hour',
     sla_next_due_at = null, sla_warned_at = null, sla_breached_at = null, version = 1 + cardinality(hours),
     event_sequence = 0, work_notes_count = 1
   from (select n, at, n % 3 = 1 as held,
       case n % 3 when 0 then '{1,3,8}' when 1 then '{1,4}' else '{1,2,5,6,9}' end::int[] as hours,
       case n % 3 when 0 then 5 when 1 then 0 else 6 end as paused
     from (select substr(id, 4)::int as n, date_trunc('milliseconds', now() - interval '1 day'
       - pg_temp.chance(substr(id, 4)::int, 99) * interval '10 days') as at from incidents) as one) as born
   where incidents.id = 'INC' || lpad(born.n::text, 7, '0')`,
  `insert into entries (at, actor, kind, record_type, record_id, record_version, request_id, changes)
   select at, 'agent-1@example.com', case when step = 0 then 'incident.created' else 'incident.updated' end, 'incident', id,
     step + 1, 'loaded', case
       when step = 0 then '{"state": {"from": null, "to": "new"}}'
       when step % 2 = 1 then '{"state": {"from": "on_hold", "to": "in_progress"}, "on_hold_reason": {"from": "awaiting_vendor", "to": null}}'
       else '{"state": {"from": "in_progress", "to": "on_hold"}, "on_hold_reason": {"from": null, "to": "awaiting_vendor"}}' end::jsonb
   from (
     select id, substr(id, 4)::int % 3 as kind, 0 as step, created_at as at from incidents
     union all
     select id, substr(id, 4)::int % 3, hours.step::int, created_at + hours.hour * interval '1 hour'
     from incidents cross join lateral unnest(case substr(id, 4)::int % 3
       when 0 then '{1,3,8}' when 1 then '{1,4}' else '{1,2,5,6,9}' end::int[]) with ordinality as hours (hour, step)
   ) as steps order by at`,
  `insert into work_notes (body, visibility, author, created_at, record_id, is_response)
   select 'We look into it', 'public', 'agent-1@example.com', created_at + interval '90 minutes', id,
     case when substr(id, 4)::int % 2 = 0 then true end
   from incidents`,
];

/** The incidents are those of `generateIncidents`. */
export async function addHistories(client: Client): Promise<void> {
  await prepareFill(client);
  for (const statement of statements) await client.query(statement);
  for (const table of ['incidents', 'entries', 'work_notes'])
    await client.query(`analyze ${table}`);
  await client.query('checkpoint');
}
