// Generates millions of realistic incidents in minutes: inside PostgreSQL, with indexes and totals built afterwards.
import type { Client } from './databases.ts';
import { COUNTED_REQUESTER_TOTALS, COUNTED_TOTALS } from './totals.ts';
import * as sampleData from './sample-data.ts';

const DAYS = 1000;
/** This share of all incidents is open: a hundred thousand of five million. */
const OPEN_SHARE = 0.02;
const BATCH_ROWS = 250_000;

/** The same n and salt give the same value on every run. */
const CHANCE = `
create or replace function pg_temp.chance(n bigint, salt bigint) returns float8 language sql immutable as $$
  select (hashint8extended(n, salt) & 4294967295) / 4294967296.0::float8
$$;
create or replace function pg_temp.pick(choices text[], n bigint, salt bigint) returns text language sql immutable as $$
  select choices[1 + floor(cardinality(choices) * pg_temp.chance(n, salt))::int]
$$;
-- The first third of the choices gets about seven of ten.
create or replace function pg_temp.skewed(size int, n bigint, salt bigint) returns int language sql immutable as $$
  select 1 + floor(size * power(pg_temp.chance(n, salt), 3))::int
$$`;

/** A fifth was recorded by an agent for somebody else. A database of an earlier release has no requesters. */
const REQUESTERS = {
  columns: ', requester, last_reply_by, last_reply_at',
  values: `, case when n % 7 > 0 then 'person-' || pg_temp.skewed($14, n, 14) || '@example.com' end,
  (array[null, 'requester', 'us'])[1 + n % 3], case when n % 3 > 0 then created_at + interval '40 minutes' end`,
};

/** Each value is an SQL expression over the number of the row; rows of most benchmarks have no custom values. */
export type CustomSql = Readonly<Record<string, string>>;

const customOf = (custom: CustomSql) => ({
  columns: ', custom_values',
  values: `, jsonb_strip_nulls(jsonb_build_object(${Object.entries(custom)
    .map(([key, value]) => `'${key}', ${value}`)
    .join(', ')}))`,
});

interface Added {
  columns: string;
  values: string;
}

const join = (added: readonly Added[]): Added => ({
  columns: added.map(({ columns }) => columns).join(''),
  values: added.map(({ values }) => values).join(''),
});

const fillSql = ({ columns, values }: Added) => `
insert into incidents (short_description, description, priority, priority_explicit, state, category,
  impact, urgency, assignment_group, assigned_to, ci_id, opened_by, resolved_at, closed_at,
  sla_target_seconds, sla_halted_at, sla_breach_at, sla_warned_at, sla_breached_at, version, event_sequence, created_at, updated_at${columns})
select
  pg_temp.pick($4, n, 1) || ' ' || pg_temp.pick($5, n, 2),
  pg_temp.pick($6, n, 3) || ' ' || pg_temp.pick($6, n, 4)
    || ' Host srv-' || to_hex((65536 * pg_temp.chance(n, 5))::int)
    || ', trace ' || to_hex((2147483647 * pg_temp.chance(n, 6))::int) || '.',
  pg_temp.pick($7, n, 7), true, state, ($10::text[])[pg_temp.skewed(cardinality($10::text[]), n, 8)],
  pg_temp.pick($11, n, 9), pg_temp.pick($11, n, 10),
  ($12::text[])[pg_temp.skewed(cardinality($12::text[]), n, 11)],
  case when n % 10 > 0 then 'agent-' || pg_temp.skewed($13, n, 12) || '@example.com' end,
  case when n % 3 = 0 then 'CI' || (8192 * pg_temp.chance(n, 13))::int end,
  case when n % 5 = 0 then 'agent-' || pg_temp.skewed($13, n, 17) else 'person-' || pg_temp.skewed($14, n, 14) end
    || '@example.com',
  case when state <> 'cancelled' then ended_at end, case when state = 'closed' then ended_at end,
  86400, halted_at, breach_at, case when coalesce(halted_at, now()) >= warning_at then warning_at end,
  case when coalesce(halted_at, now()) >= breach_at then breach_at end, 3, 3, created_at,
  coalesce(ended_at, created_at + interval '1 hour')${values}
from generate_series($1::bigint, $2::bigint) as n
  cross join lateral (select
    date_trunc('milliseconds', now() - (($3::bigint - n)::float8 / $3::bigint) * $15 * interval '1 day') as created_at,
    case when n > $3::bigint * (1 - $16::float8) then pg_temp.pick($8, n, 15) else pg_temp.pick($9, n, 15) end as state) as born
  cross join lateral (select case when state in ('closed', 'resolved', 'cancelled')
    then created_at + pg_temp.chance(n, 16) * interval '2 days' end as ended_at) as ended
  cross join lateral (select created_at + interval '1 day' as breach_at, created_at + interval '18 hours' as warning_at,
    coalesce(ended_at, case when state = 'on_hold' then created_at + interval '30 minutes' end) as halted_at) as clock`;

const words = [
  sampleData.subjects,
  sampleData.symptoms,
  sampleData.sentences,
  sampleData.priorities,
  sampleData.openStates,
  sampleData.endStates,
  sampleData.categories,
  sampleData.levels,
  sampleData.groups,
  sampleData.AGENTS,
  sampleData.PEOPLE,
  DAYS,
  OPEN_SHARE,
];

/** Triggers do not fire, and a crash may lose the last rows. */
export const prepareFill = async (client: Client): Promise<void> => {
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '512MB'; set synchronous_commit = off`,
  );
  await client.query(CHANCE);
};

/** Indexes are dropped and recreated: one sort instead of millions of insertions. */
export async function fillWithoutIndexes(
  client: Client,
  table: string,
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = $1::regclass and not i.indisprimary`,
    [table],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
}

/** Runs a statement, whose first three values are the first row, the last row and their number, in batches. */
export async function fillInBatches(
  client: Client,
  { fill, records, values }: { fill: string; records: number; values: readonly unknown[] },
  log: (text: string) => void,
): Promise<void> {
  for (let first = 1; first <= records; first += BATCH_ROWS) {
    const last = Math.min(records, first + BATCH_ROWS - 1);
    await client.query(fill, [first, last, records, ...values]);
    log(`${last} rows`);
  }
}

/** Requires an empty database. */
export async function generateIncidents(
  client: Client,
  records: number,
  log: (text: string) => void,
  custom?: CustomSql,
): Promise<void> {
  await prepareFill(client);
  const { rows: columns } = await client.query(
    `select from information_schema.columns where table_name = 'incidents' and column_name = 'requester'`,
  );
  const hasRequesters = columns.length > 0;
  const added = [...(hasRequesters ? [REQUESTERS] : []), ...(custom ? [customOf(custom)] : [])];
  const fill = fillSql(join(added));
  await fillWithoutIndexes(client, 'incidents', () =>
    fillInBatches(client, { fill, records, values: words }, log),
  );
  log('indexes created');
  // Computes in one pass the totals that the triggers would have counted.
  await client.query(
    `insert into incident_totals (dimension, value, day, state, priority, n) ${COUNTED_TOTALS}`,
  );
  if (hasRequesters) {
    await client.query(
      `insert into incident_requester_totals (dimension, value, day, state, priority, n) ${COUNTED_REQUESTER_TOTALS}`,
    );
    // The generated incidents are complete, so workers have nothing to fill in.
    await client.query('update schema_backfills set finished_at = now()');
  }
  log('totals counted');
  await client.query('select fill_incident_stats()');
  log('stats counted');
  await client.query('set session_replication_role = origin');
  await client.query('vacuum (analyze) incidents');
  await client.query('vacuum (analyze) incident_totals');
  await client.query('vacuum (analyze) incident_stats');
  // Flushes pending writes, so that they do not disturb the measurement.
  await client.query('checkpoint');
}
