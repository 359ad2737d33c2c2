// Inserts a flood of equal incidents that are newer than all others, as a monitoring system without deduplication does.
import { type Client, withClient } from '../../server/test/support/databases.ts';
import { foldTotals } from '../../server/src/platform/lists/totals.ts';
import { incidentTotals } from '../../server/src/incidents/incidents.sql.ts';
import { connect } from '../../server/src/platform/postgres/connection.ts';
import { newIncident } from '../ratios/subjects.ts';

const BATCH_ROWS = 20_000;

const INSERT_EQUAL = `
insert into incidents (short_description, description, priority, priority_explicit, state, category, impact, urgency,
  assignment_group, ci_id, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
select $2::jsonb ->> 'short_description', $2::jsonb ->> 'description', $2::jsonb ->> 'priority', true, 'new',
  $2::jsonb ->> 'category', $2::jsonb ->> 'impact', $2::jsonb ->> 'urgency', $2::jsonb ->> 'assignment_group',
  $2::jsonb ->> 'ci_id', 'monitoring@example.com', 28800, at + interval '8 hours', 1, at, at
from generate_series(1, $1::int) as n, lateral (select clock_timestamp() as at) as t`;

async function insertEqual(client: Client, count: number): Promise<void> {
  await client.query('set synchronous_commit = off');
  for (let left = count; left > 0; left -= BATCH_ROWS)
    await client.query(INSERT_EQUAL, [Math.min(left, BATCH_ROWS), JSON.stringify(newIncident)]);
}

export async function floodIncidents(url: string, count: number): Promise<void> {
  await withClient(url, (client) => insertEqual(client, count));
  const { db, close } = connect(url, { connections: 1, prepared: false }, () => {});
  while ((await foldTotals(db, incidentTotals)) > 0);
  await close();
  await withClient(url, (client) => client.query('checkpoint'));
}
