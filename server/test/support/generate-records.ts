// Generates everything else that a search reads, beside incidents that are there already: notes, changes, requests,
// articles, CIs and people.
import type { Client } from './databases.ts';
import { fillInBatches, fillWithoutIndexes, prepareFill } from './generate.ts';
import * as sampleData from './sample-data.ts';

export type SearchedSizes = Record<
  'incidents' | 'notes' | 'articles' | 'changes' | 'requests' | 'cis' | 'users',
  number
>;

const {
  subjects,
  symptoms,
  sentences,
  remarks,
  categories,
  groups,
  priorities,
  firstNames,
  lastNames,
} = sampleData;

/** Every hundredth incident gets this word, which no other record has. */
export const WORD_IN_ONE_PERCENT = 'zanzibar';
/** One incident, the oldest with that word, gets this one. */
export const RARE_WORD = 'xanthophyll';

const WRITE_WORDS = `
update incidents set description = description || ' Zanzibar' || case when right(id, 7) = '0000007' then ' ${RARE_WORD}' else '' end
where right(id, 2) = '07'`;

/** The rows are spread evenly over a thousand days. */
const CREATED_AT = `date_trunc('milliseconds', now() - (($3::bigint - n)::float8 / $3::bigint) * interval '1000 days')`;
const ROWS = `from generate_series($1::bigint, $2::bigint) as n cross join lateral (select ${CREATED_AT} as at) as born`;
const TITLE = `pg_temp.pick($4, n, 31) || ' ' || pg_temp.pick($5, n, 32)`;
const TEXT = `pg_temp.pick($6, n, 33) || ' ' || pg_temp.pick($6, n, 34) || ' Trace ' || to_hex((2147483647 * pg_temp.chance(n, 35))::int) || '.'`;
const PERSON = `'person-' || pg_temp.skewed(${sampleData.PEOPLE}, n, 36) || '@example.com'`;
const AGENT = `'agent-' || pg_temp.skewed(${sampleData.AGENTS}, n, 37) || '@example.com'`;
const text = [subjects, symptoms, sentences];

interface Fill {
  table: string;
  records: number;
  fill: string;
  values: readonly unknown[];
}

/** One of twenty notes is of a change, and one of a request. */
const NOTES = `
insert into work_notes (record_id, body, visibility, author, created_at)
select case n % 20 when 0 then record_id('CHG', 1 + floor($6::int * share)::int)
    when 1 then record_id('REQ', 1 + floor($7::int * share)::int) else record_id('INC', 1 + floor($5::int * share)::int) end,
  pg_temp.pick($4, n, 31) || ' ' || pg_temp.pick($4, n, 32) || ' Reference ' || to_hex((2147483647 * pg_temp.chance(n, 35))::int) || '.',
  pg_temp.pick(array['team', 'team', 'public', 'public', 'private'], n, 39),
  case when n % 3 = 0 then ${PERSON} else ${AGENT} end,
  date_trunc('milliseconds', now() - (1 - share) * interval '999 days')
from generate_series($1::bigint, $2::bigint) as n
  cross join lateral (select pg_temp.chance(n, 38) as share where $3::bigint > 0) as drawn`;

const fills = (sizes: SearchedSizes): Fill[] => [
  {
    table: 'work_notes',
    records: sizes.notes,
    fill: NOTES,
    values: [remarks, sizes.incidents, sizes.changes, sizes.requests],
  },
  {
    table: 'changes',
    records: sizes.changes,
    fill: `
insert into changes (short_description, description, type, state, risk, priority, assignment_group, assigned_to, requested_by,
  ci_ids, incident_ids, event_sequence, created_at, updated_at)
select ${TITLE}, ${TEXT}, 'normal', (array['draft', 'submitted', 'scheduled', 'closed', 'closed', 'closed'])[1 + n % 6], 'low',
  pg_temp.pick($7, n, 39), pg_temp.pick($8, n, 40), ${AGENT}, ${AGENT}, '{}', '{}', 1, at, at ${ROWS}`,
    values: [...text, priorities, groups],
  },
  {
    table: 'service_requests',
    records: sizes.requests,
    fill: `
insert into service_requests (short_description, description, item, priority, state, requested_by, requested_for,
  assignment_group, event_sequence, created_at, updated_at)
select ${TITLE}, ${TEXT}, 'Laptop', pg_temp.pick($7, n, 39), (array['submitted', 'approved', 'fulfilled', 'fulfilled'])[1 + n % 4],
  ${PERSON}, case when n % 3 = 0 then 'person-' || pg_temp.skewed(${sampleData.PEOPLE}, n, 41) || '@example.com' end,
  pg_temp.pick($8, n, 40), 1, at, at ${ROWS}`,
    values: [...text, priorities, groups],
  },
  {
    table: 'articles',
    records: sizes.articles,
    fill: `
insert into articles (title, summary, body, category, tags, language, state, author, created_at, updated_at)
select ${TITLE}, pg_temp.pick($6, n, 42), '## Cause' || chr(10) || ${TEXT} || chr(10) || '## Solution' || chr(10)
    || (select string_agg(pg_temp.pick($7, n, 50 + k) || ' ' || pg_temp.pick($6, n, 60 + k), ' ') from generate_series(1, 8) as k),
  pg_temp.pick($8, n, 43), '{}', 'en', case when n % 20 = 0 then 'draft' else 'published' end, ${AGENT}, at, at ${ROWS}`,
    values: [...text, remarks, categories],
  },
  {
    table: 'cis',
    records: sizes.cis,
    fill: `
insert into cis (name, class, status, environment, fqdn, location, attributes, event_sequence, created_at, updated_at)
select 'srv-' || to_hex(n), (array['server', 'server', 'database', 'printer'])[1 + n % 4], 'operational', 'production',
  'srv-' || to_hex(n) || '.example.net', 'Berlin', '{}', 1, at, at ${ROWS}`,
    values: [],
  },
  {
    table: 'users',
    records: sizes.users,
    fill: `
insert into users (email, name, roles, active, created_at, updated_at)
select 'person-' || n || '@example.com', pg_temp.pick($4, n, 44) || ' ' || pg_temp.pick($5, n, 45), '{requester}', n % 50 > 0, at, at ${ROWS}`,
    values: [firstNames, lastNames],
  },
];

/** Requires a database with incidents only. The counts of notes in records stay as they are: a search does not read them. */
export async function generateSearched(
  client: Client,
  sizes: SearchedSizes,
  log: (text: string) => void,
): Promise<void> {
  await prepareFill(client);
  for (const { table, ...rows } of fills(sizes)) {
    await fillWithoutIndexes(client, table, () => fillInBatches(client, rows, log));
    await client.query(`vacuum (analyze) ${table}`);
    log(`${table} filled`);
  }
  await client.query(WRITE_WORDS);
  await client.query('set session_replication_role = origin');
  // Afterwards there are no entries that the text index has yet to sort.
  await client.query('vacuum (analyze) incidents');
  await client.query('checkpoint');
  log('words written');
}
