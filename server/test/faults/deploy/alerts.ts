// A real Prometheus with the shipped rules scrapes processes of a test, with their own PostgreSQL and its standby: it is
// silent while they are healthy, and soon alerts on each planted fault and on nothing else.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withClient } from '../../support/databases.ts';
import { startIssuer, UNLIMITED } from '../../support/harness.ts';
import { ARCHIVES_UNLESS_REFUSED, OwnPostgres } from '../../support/own-postgres.ts';
import { OwnValkey } from '../../support/own-valkey.ts';
import { OWN_KEY, ownPorts, until, within } from '../../support/processes.ts';
import { atMost, type Report } from '../../support/report.ts';
import { startProcess } from '../../support/service-process.ts';
import { alertDelaySeconds, INTERVAL_SECONDS, Prometheus } from './prometheus.ts';

const FIRES_WITHIN_SECONDS = 120;
const MAX_INTERVALS = 2;
const SHARE_OF_CONNECTIONS = 0.9;

/** A healthy instance has these values before any fault is planted. */
const healthyValues: Record<string, number> = {
  'min(up{job="signalbox"})': 1,
  'min(signalbox_measured)': 1,
  'max(signalbox_database_standbys)': 1,
  'count(signalbox_database_replication_lag_bytes{standby="second"})': 1,
  'max(signalbox_database_archive_failing)': 0,
};

const FAILING_MAILBOX = `
  insert into mailboxes (id, address, aliases, name, record_type, defaults, incoming, outgoing, trust, reply_policy, active,
    incoming_since, failing_since, created_at, updated_at)
  values ('mbx_' || replace(uuidv7()::text, '-', ''), 'help@example.com', '{}', 'Help', 'incident', '{}',
    '{"kind": "imap", "host": "10.0.0.1", "user": "help@example.com"}', '{"kind": "instance"}', '{}', 'verified', true,
    now(), now() - interval '5 minutes', now(), now())`;

async function openConnections(url: string): Promise<pg.Client[]> {
  const text = `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    as most, (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`;
  const { rows } = await withClient(url, (db) => db.query(text));
  const { most, used } = rows[0] as { most: number; used: number };
  const count = Math.max(0, Math.ceil(SHARE_OF_CONNECTIONS * most) - used);
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
  for (const client of clients) await client.connect();
  return clients;
}

export async function proveAlerts({ silentSeconds }: { silentSeconds: number }): Promise<Report> {
  const settings = { archive_mode: 'on', archive_command: ARCHIVES_UNLESS_REFUSED };
  const primary = await OwnPostgres.start({ settings });
  const standby = await OwnPostgres.standbyOf(primary, 'second');
  const valkey = await OwnValkey.start();
  const issuer = await startIssuer(primary.url);
  const shared = {
    DATABASE_URL: primary.url,
    ENCRYPTION_KEY: OWN_KEY,
    AUTH_URL: issuer.url,
    VALKEY_URL: valkey.url,
    RATE_LIMITS: UNLIMITED,
    LOG_LEVEL: 'info',
  };
  const started = await Promise.all(
    ['api', 'worker', 'worker', 'auth'].map(async (command) => {
      const env = { ...shared, ...(await ownPorts()) };
      return { command, port: env.METRICS_PORT, process: await startProcess(command, env) };
    }),
  );
  const [, first, second] = started;
  const prometheus = await Prometheus.start(started);
  const query = (text: string) => withClient(primary.url, (db) => db.query(text));
  let connections: pg.Client[] = [];
  /** Each alert must be caused by its fault. */
  const planted: [alert: string, plant: () => Promise<unknown>][] = [
    [
      'SignalboxArchivingFails',
      async () => {
        await primary.refuseArchiving();
        await query('select pg_switch_wal()');
      },
    ],
    [
      'SignalboxPartitionsMissing',
      () =>
        query(`do $$ begin execute format('drop table %I',
          'entries' || to_char(now() at time zone 'UTC' + interval '1 month', '_YYYY_MM')); end $$`),
    ],
    ['SignalboxDatabaseClients', async () => (connections = await openConnections(primary.url))],
    [
      'SignalboxStandbyMissing',
      async () => {
        await Promise.all(connections.map((client) => client.end()));
        await standby.kill();
      },
    ],
    [
      'SignalboxEventsSetAside',
      () =>
        query(
          `insert into relay_failures (event_id, error, failed_at) values (gen_random_uuid(), 'planted', now())`,
        ),
    ],
    // A worker tries to read the mailbox, and may not reach its server. Only the time of the first failure is planted.
    ['SignalboxMailboxFails', () => query(FAILING_MAILBOX)],
    ['SignalboxValkeyDown', () => valkey.kill()],
    ['SignalboxDown', async () => first?.process.kill()],
    [
      'SignalboxWorkerMissing',
      async () => {
        await second?.process.kill();
        prometheus.discover(started.filter(({ command }) => command !== 'worker'));
      },
    ],
  ];
  const faults: string[] = [];
  const figures: Record<string, number> = { planted: planted.length, silentSeconds };
  let fired = 0;
  let mostIntervals = 0;
  try {
    for (const [expression, value] of Object.entries(healthyValues))
      await until(`${expression} is ${value}`, async () => {
        const values = await prometheus.values(expression);
        return values.length === 1 && values[0] === value;
      });
    // Polling is more frequent than the evaluation of rules, so alerts that end at once are seen too.
    const early = new Set<string>();
    for (let n = 0; n < silentSeconds; n += 1) {
      for (const alert of await prometheus.firing()) early.add(alert);
      await sleep(1000);
    }
    if (early.size > 0) faults.push(`alerts fire on a healthy instance: ${[...early].join(', ')}`);
    for (const [index, [alert, plant]] of planted.entries()) {
      await plant();
      const began = performance.now();
      const isFiring = async () => (await prometheus.firing()).includes(alert);
      await within(FIRES_WITHIN_SECONDS, `${alert} fires`, isFiring).then(
        () => (fired += 1),
        (error: Error) => faults.push(error.message),
      );
      const seconds = (performance.now() - began) / 1000;
      figures[alert] = Math.round(seconds);
      mostIntervals = Math.max(
        mostIntervals,
        (seconds - alertDelaySeconds(alert)) / INTERVAL_SECONDS,
      );
      const expected = new Set(planted.slice(0, index + 1).map(([name]) => name));
      const others = (await prometheus.firing()).filter((name) => !expected.has(name));
      if (others.length > 0) faults.push(`the fault of ${alert} also fires: ${others.join(', ')}`);
    }
    return {
      figures,
      faults,
      goals: [
        {
          name: 'Planted faults alert, a sound instance does not',
          goal: 'each; silent',
          figure: `${fired} of ${planted.length}; ${early.size === 0 ? `silent for ${silentSeconds} s` : [...early].join(', ')}`,
          isMet: fired === planted.length && early.size === 0,
        },
        atMost('Intervals until an alert fires, beyond its `for`', mostIntervals, MAX_INTERVALS),
      ],
    };
  } finally {
    await prometheus.stop();
    await Promise.all(started.map(({ process }) => process.stop()));
    await issuer.stop();
    await valkey.kill();
    await standby.remove();
    await primary.remove();
  }
}
