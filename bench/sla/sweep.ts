// Measures the cost of the sweep with millions of incidents: idle, at a thousand due per minute, and after an outage.
// `--database URL` names a filled database; otherwise one is created and dropped.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { compose } from '../../server/src/feature.ts';
import { features } from '../../server/src/features.ts';
import { slaWork, sweepSla } from '../../server/src/incidents/index.ts';
import { loadConfig } from '../../server/src/platform/runtime/config.ts';
import { buildDeps, type Deps } from '../../server/src/platform/runtime/deps.ts';
import { startDueWork } from '../../server/src/platform/background/due-work.ts';
import { type Client, cloneDatabase, withClient } from '../../server/test/support/databases.ts';
import { sql } from '../../server/test/support/harness.ts';
import { generateIncidents } from '../../server/test/support/generate.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { setClocks } from './due-clocks.ts';

const DUE_PER_MINUTE = 1000;
const IDLE_SWEEPS = 200;
const log = (text: string): void => console.error(text);

const MAX_LATE_SECONDS = 5;

type Sizes = Record<'records' | 'open' | 'seconds' | 'overdue', number>;

const round = (value: number): number => Math.round(value * 100) / 100;

/** Adds user and system time of a PostgreSQL backend in seconds; the kernel counts in hundredths. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Cost {
  seconds: number;
  node: number;
  postgres: number;
}

/** There is one connection, so the backend that responds is the one that is measured. */
async function costOf(deps: Deps, work: () => Promise<void>): Promise<Cost> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(deps.db);
  const pid = rows[0]?.pid ?? 0;
  const [began, node, postgres] = [performance.now(), process.cpuUsage(), cpuSeconds(pid)];
  await work();
  const used = process.cpuUsage(node);
  return {
    seconds: (performance.now() - began) / 1000,
    node: (used.user + used.system) / 1e6,
    postgres: cpuSeconds(pid) - postgres,
  };
}

async function sweepAll(deps: Deps): Promise<void> {
  while (await sweepSla(deps));
}

/** Computes from the data the delay of events emitted after `since`, for thresholds reached after `dueSince`. */
async function lateness(client: Client, since: Date, dueSince: Date) {
  const { rows } = await client.query(
    `select count(*)::int as emitted, count(distinct record_id)::int as incidents,
       coalesce(max(late), 0)::float8 as most, coalesce(percentile_cont(0.5) within group (order by late), 0) as p50
     from events
       cross join lateral (select (data #>> '{sla,breach_at}')::timestamptz
         - (data #>> '{sla,target_seconds}')::int * interval '0.25 seconds' as due_at) as d
       cross join lateral (select extract(epoch from occurred_at - due_at) as late) as l
     where type = 'sla.breach_warning' and occurred_at >= $1 and due_at >= $2`,
    [since, dueSince],
  );
  return rows[0] as { emitted: number; incidents: number; most: number; p50: number };
}

async function measure(
  deps: Deps,
  client: Client,
  { records, open, seconds, overdue }: Sizes,
): Promise<Report> {
  compose(features);
  const set = await setClocks(client, { open, overdue: 0, duePerMinute: DUE_PER_MINUTE });
  log(`${set} clocks set`);

  const quiet = { ...deps, now: () => new Date(0) };
  const idle = await costOf(deps, async () => {
    for (let n = 0; n < IDLE_SWEEPS; n += 1) await sweepSla(quiet);
  });
  // Thresholds that fell due while the clocks were set do not count against the sweep.
  await sweepAll(deps);
  const began = new Date();
  const steady = await costOf(deps, async () => {
    const running = startDueWork(deps, [slaWork(deps)]);
    await sleep(seconds * 1000);
    await running.stop();
  });
  const delay = await lateness(client, began, began);
  const share = (used: number) => round((used / steady.seconds) * 100);

  await setClocks(client, { open, overdue, duePerMinute: DUE_PER_MINUTE });
  const returned = new Date();
  const back = await costOf(deps, () => sweepAll(deps));
  const late = await lateness(client, returned, new Date(0));
  return {
    figures: {
      records,
      idle_sweep_ms: round((idle.seconds / IDLE_SWEEPS) * 1000),
      due_per_minute: DUE_PER_MINUTE,
      events: delay.emitted,
      late_seconds_p50: round(delay.p50),
      node_percent_of_a_core: share(steady.node),
      postgres_percent_of_a_core: share(steady.postgres),
      overdue_events: late.emitted,
      overdue_seconds: round(back.seconds),
      node_ms_per_event: round((back.node / late.emitted) * 1000),
      postgres_ms_per_event: round((back.postgres / late.emitted) * 1000),
    },
    faults:
      late.emitted === late.incidents
        ? []
        : [`${late.emitted} events for ${late.incidents} overdue incidents`],
    goals: [atMost('delay of an SLA event', delay.most, MAX_LATE_SECONDS, ' s')],
  };
}

async function measureOn(url: string, sizes: Sizes): Promise<Report> {
  const { deps, close } = buildDeps(
    loadConfig({
      BASE_URL: 'https://desk.example.com',
      AUTH_URL: 'https://desk.example.com',
      DATABASE_URL: url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'silent',
    }),
    undefined,
    { connections: 1 },
  );
  const report = await withClient(url, (client) => measure(deps, client, sizes));
  await close();
  return report;
}

export async function measureSweep(sizes: Sizes, database?: string): Promise<Report> {
  if (database) return measureOn(database, sizes);
  const scratch = await cloneDatabase();
  try {
    await withClient(scratch.url, (client) => generateIncidents(client, sizes.records, log));
    return await measureOn(scratch.url, sizes);
  } finally {
    await scratch.drop();
  }
}
