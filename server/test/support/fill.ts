// Inserts many incidents with SQL; the triggers count them as if the API had created them.
import type { Instance } from './harness.ts';

export const states = [
  'new',
  'in_progress',
  'on_hold',
  'resolved',
  'closed',
  'cancelled',
  'reopened',
];
export const priorities = ['P1', 'P2', 'P3', 'P4'];
export const categories = ['software', 'network', 'access'];
export const groups = ['Web Platform', 'Network', 'Service Desk', 'Database'];
export const assignees = ['ada@example.com', 'grace@example.com'];
export const requesters = ['kim@example.com', 'lee@example.com', 'max@example.com'];

/** Spreads the incidents over the last `days` days, five per timestamp, so that ties by id occur. */
export async function fillIncidents(
  instance: Instance,
  records: number,
  days: number,
): Promise<void> {
  await instance.sql(
    `insert into incidents (short_description, priority, priority_explicit, state, category,
       assignment_group, assigned_to, opened_by, sla_target_seconds, sla_breach_at, sla_halted_at,
       event_sequence, created_at, updated_at)
     select 'Filled ' || n, ($3::text[])[1 + n % 4], true, ($4::text[])[1 + (n / 4) % 7],
       ($5::text[])[1 + (n / 3) % 4], ($6::text[])[1 + (n / 5) % 5], ($7::text[])[1 + (n / 2) % 3],
       ($8::text[])[1 + (n / 7) % 3], 86400, at + interval '1 day',
       case when (n / 4) % 7 in (2, 3, 4, 5) then at + interval '1 hour' end, 1, at, at
     from generate_series(0, $1 - 1) as n,
       lateral (select now() - ((n / 5) * 5.0 / $1) * $2 * interval '1 day' as at) as t`,
    // Indexing past the end of an array yields null: a record without category, group or assignee.
    [records, days, priorities, states, categories, groups, assignees, requesters],
  );
  await instance.sql('vacuum analyze incidents');
}
