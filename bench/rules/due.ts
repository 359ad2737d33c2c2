// Measures how late rules run for which time has to pass, among many records that wait, and after an outage.
import { setTimeout as sleep } from 'node:timers/promises';
import { compose } from '../../server/src/feature.ts';
import { features } from '../../server/src/features.ts';
import { startDueWork } from '../../server/src/platform/background/due-work.ts';
import { loadConfig } from '../../server/src/platform/runtime/config.ts';
import { buildDeps, type Deps } from '../../server/src/platform/runtime/deps.ts';
import { dueRuleWork } from '../../server/src/rules/due/due.sweep.ts';
import { type Client, cloneDatabase, withClient } from '../../server/test/support/databases.ts';
import { generateIncidents } from '../../server/test/support/generate.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';

type Sizes = Record<'records' | 'perSecond' | 'seconds' | 'overdue', number>;

const MAX_LATE_SECONDS = 5;
const CONNECTIONS = 8;
const RULE = `rul_${'0'.repeat(32)}`;
const AFTER_SECONDS = 86_400;
/** Setting the time of a record takes less. */
const MS_PER_RECORD = 1;
const log = (text: string): void => console.error(text);

const when = { all: [{ field: 'category', operator: 'eq', value: 'waiting' }] };
const actions = [
  { set: { urgency: 'high' } },
  { add_note: { visibility: 'team', text: '{{ id }} waits for a day' } },
];

/** All records meet the condition, and their time has begun so that they fall due one after another. */
async function fill(client: Client, records: number): Promise<void> {
  await generateIncidents(client, records, log);
  await client.query(
    `insert into rules (id, name, record_type, position, "on", "when", due, actions, stop, active, created_at, updated_at)
     values ($1, 'Waiting', 'incident', 1, 'due', $2, $3, $4, false, true, now(), now())`,
    [
      RULE,
      JSON.stringify(when),
      JSON.stringify({ after_seconds: AFTER_SECONDS, calendar_id: null, since: 'created_at' }),
      JSON.stringify(actions),
    ],
  );
  await client.query('update rule_definitions set version = version + 1');
}

/** The first `overdue` records are due before the instant; the others follow after it. */
async function setTimes(
  client: Client,
  { perSecond, overdue }: Sizes,
  begin: number,
): Promise<void> {
  await client.query('delete from due_rules');
  await client.query(
    `update incidents set category = 'waiting', urgency = null, state = 'new', sla_next_due_at = null, deleted_at = null,
       merged_into = null, created_at = date_trunc('milliseconds', $4::timestamptz + (place - $1) * interval '1 second' / $2
         - interval '1 second' * $3), updated_at = least(updated_at, now())
     from (select id as of_id, row_number() over (order by id) as place from incidents) as target
     where id = of_id`,
    [overdue, perSecond, AFTER_SECONDS, new Date(begin).toISOString()],
  );
  await client.query(
    `insert into due_rules (rule_id, record_id, record_type, due_at)
     select $1, id, 'incident', created_at + interval '1 second' * $2 from incidents`,
    [RULE, AFTER_SECONDS],
  );
  await client.query('vacuum analyze incidents, due_rules');
  await client.query('checkpoint');
}

interface Late {
  ran: number;
  most: number;
  p50: number;
}

async function lateness(client: Client): Promise<Late> {
  const { rows } = await client.query(
    `select count(*)::int as ran, coalesce(max(late), 0)::float8 as most,
       coalesce(percentile_cont(0.5) within group (order by late), 0)::float8 as p50
     from due_rules cross join lateral (select extract(epoch from ran_at - due_at) as late) as l
     where ran_at is not null`,
  );
  return rows[0] as Late;
}

/** Records whose rule ran more or less often than it was due, and notes that do not fit. */
async function wrongRuns(client: Client): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as n from due_rules
       left join (select record_id, count(*) as runs from rule_runs group by 1) as r using (record_id)
       left join (select record_id, count(*) as notes from work_notes where via is not null group by 1) as w
         using (record_id)
     where coalesce(runs, 0) <> (ran_at is not null)::int or coalesce(notes, 0) <> (ran_at is not null)::int`,
  );
  return (rows[0] as { n: number }).n;
}

async function sweepFor(deps: Deps, seconds: number): Promise<number> {
  const used = process.cpuUsage();
  const running = startDueWork(deps, [dueRuleWork(deps)]);
  await sleep(seconds * 1000);
  await running.stop();
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1e6;
}

const round = (value: number): number => Math.round(value * 100) / 100;

async function measure(deps: Deps, client: Client, sizes: Sizes): Promise<Report> {
  const { records, perSecond, seconds, overdue } = sizes;
  await fill(client, records);
  // The first runs of a process are slower.
  await setTimes(client, { ...sizes, overdue: Math.min(500, records) }, Date.now());
  await sweepFor(deps, 8);
  await client.query('delete from rule_runs');
  await client.query('delete from work_notes');
  // Times are set before the first of them comes.
  const begin = Date.now() + records * MS_PER_RECORD + 3000;
  await setTimes(client, { ...sizes, overdue: 0 }, begin);
  const early = begin - Date.now();
  if (early < 0) throw new Error(`the times were set ${-early} ms too late`);
  await sleep(early);
  const cpu = await sweepFor(deps, seconds);
  const steady = await lateness(client);
  const faults: string[] = [];
  const wrong = await wrongRuns(client);
  if (wrong > 0) faults.push(`the rule ran not once for ${wrong} records`);
  await client.query('delete from rule_runs');
  await client.query('delete from work_notes');
  await setTimes(client, { ...sizes, perSecond: 1, overdue }, Date.now());
  const began = performance.now();
  const work = dueRuleWork(deps);
  while (await work.run());
  const outage = (performance.now() - began) / 1000;
  const late = await lateness(client);
  return {
    figures: {
      records,
      per_second: perSecond,
      ran: steady.ran,
      late_seconds_p50: round(steady.p50),
      late_seconds_most: round(steady.most),
      node_ms_per_run: round((cpu / steady.ran) * 1000),
      overdue: late.ran,
      overdue_per_second: Math.round(late.ran / outage),
    },
    faults,
    goals: [
      atMost('delay of a rule for which time has to pass', steady.most, MAX_LATE_SECONDS, ' s'),
    ],
  };
}

export async function measureDueRules(sizes: Sizes): Promise<Report> {
  compose(features);
  const scratch = await cloneDatabase();
  const { deps, close } = buildDeps(
    loadConfig({
      BASE_URL: 'https://desk.example.com',
      AUTH_URL: 'https://desk.example.com',
      DATABASE_URL: scratch.url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'error',
    }),
    undefined,
    { connections: CONNECTIONS },
  );
  try {
    return await withClient(scratch.url, (client) => measure(deps, client, sizes));
  } finally {
    await close();
    await scratch.drop();
  }
}
