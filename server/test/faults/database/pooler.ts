// With PgBouncer in transaction mode between the service and PostgreSQL, nothing fails, deliveries and streams are
// complete, and the timeouts are those of the role.
import { LoadClient, atPace, countBy } from '../../support/client.ts';
import { cloneDatabase, withClient } from '../../support/databases.ts';
import { startIssuer, UNLIMITED } from '../../support/harness.ts';
import { startPgBouncer } from '../../support/pgbouncer.ts';
import { waitForExit, ownEnvironment, run, until } from '../../support/processes.ts';
import { startDeliveryLog } from '../../support/delivery-log.ts';
import { receiverEnv } from '../../support/receivers.ts';
import type { Report } from '../../support/report.ts';
import { startProcess } from '../../support/service-process.ts';
import { StreamReader } from '../../support/stream-readers.ts';

/** docs/operations.md recommends these. */
const TIMEOUTS = {
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
};
const RECORDS = 20;

interface Sizes {
  seconds: number;
  writes: number;
  reads: number;
}

async function startService() {
  const scratch = await cloneDatabase();
  const name = new URL(scratch.url).pathname.slice(1);
  await withClient(scratch.url, async (client) => {
    for (const [timeout, value] of Object.entries(TIMEOUTS))
      await client.query(
        `alter role current_user in database "${name}" set ${timeout} = '${value}'`,
      );
  });
  const pgbouncer = await startPgBouncer(scratch.url);
  const issuer = await startIssuer(scratch.url);
  const envOf = async () => ({
    ...(await ownEnvironment({ ...scratch, url: pgbouncer.url })),
    AUTH_URL: issuer.url,
    RATE_LIMITS: UNLIMITED,
    LOG_LEVEL: 'info',
    DATABASE_WAIT_MS: '1500',
    ...receiverEnv(),
  });
  const processes = await Promise.all(
    ['api', 'auth', 'worker'].map(async (command) => {
      const env = { ...(await envOf()), DATABASE_DIRECT_URL: scratch.url };
      return { env, running: await startProcess(command, env) };
    }),
  );
  return {
    api: processes[0]?.running.url ?? '',
    scratch,
    pgbouncer,
    issuer,
    warnings: () =>
      processes.flatMap(({ running }) =>
        running.lines().filter(({ level }) => Number(level) >= 40),
      ),
    /** Starts a process without the direct address, which must fail. */
    refusal: async () => waitForExit(run(['api'], await envOf())),
    stop: async () => {
      for (const { running } of processes) await running.stop();
      await issuer.stop();
      await pgbouncer.stop();
      await scratch.drop();
    },
  };
}

export async function provePooler({ seconds, writes, reads }: Sizes): Promise<Report> {
  const faults: string[] = [];
  const log = await startDeliveryLog((_, response) => void response.writeHead(204).end());
  const service = await startService();
  const client = new LoadClient(200);
  const token = await service.issuer.tokenFor('itsm_manager');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const base = `${service.api}/prod/api/v1`;
  const post = async (path: string, body: object) =>
    JSON.parse(
      (await client.send(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
        .text,
    );
  const reader = new StreamReader({ name: 'pooled', token, urlOf: () => service.api });
  try {
    const { secret } = await post('/webhooks/outbound', {
      name: 'Pooled',
      url: log.urlOf('pooled'),
      events: ['incident.updated'],
    });
    log.secrets.set('pooled', [secret]);
    const ids: string[] = [];
    while (ids.length < RECORDS)
      ids.push((await post('/incidents', { short_description: 'Pooled' })).id);
    const idOf = (index: number) => ids[index % RECORDS] ?? '';
    await reader.start();
    const [updated, read] = await Promise.all([
      atPace(writes, seconds, (index) =>
        client.send(`${base}/incidents/${idOf(index)}`, {
          method: 'PATCH',
          headers,
          body: JSON.stringify({ short_description: `Pooled ${index}` }),
        }),
      ),
      atPace(reads, seconds, (index) =>
        client.send(`${base}/incidents${index % 5 === 0 ? '?limit=20' : `/${idOf(index)}`}`, {
          headers,
        }),
      ),
    ]);
    const failed = [...updated, ...read].filter(({ status }) => status !== 200);
    if (failed.length > 0) faults.push(`failed requests: ${countBy(failed)}`);
    const expected = updated.length - failed.length;
    await until('every update is streamed', () => reader.count >= expected).catch(() =>
      faults.push(`${reader.count} of ${expected} updates were streamed`),
    );
    await until('every update is delivered', () => log.all.length >= expected).catch(() =>
      faults.push(`${log.all.length} of ${expected} updates were delivered`),
    );
    const { timeouts, backends } = await withClient(service.pgbouncer.url, async (pooled) => {
      const shown: Record<string, string> = {};
      for (const timeout of Object.keys(TIMEOUTS))
        shown[timeout] = Object.values(
          (await pooled.query(`show ${timeout}`)).rows[0],
        )[0] as string;
      const { rows } = await pooled.query(
        `select count(*)::int as backends from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      return { timeouts: shown, backends: rows[0].backends as number };
    });
    if (JSON.stringify(timeouts) !== JSON.stringify(TIMEOUTS))
      faults.push(`timeouts in effect: ${JSON.stringify(timeouts)}`);
    const warnings = service.warnings();
    if (warnings.length > 0)
      faults.push(`warnings in the log: ${JSON.stringify(warnings.slice(0, 3))}`);
    const { code, output } = await service.refusal();
    if (code !== 1 || !output.includes('Set DATABASE_DIRECT_URL'))
      faults.push(`a start without the direct address: ${code} ${output.slice(0, 300)}`);
    return {
      figures: {
        updates: updated.length,
        reads: read.length,
        failed: failed.length,
        streamed: reader.count,
        delivered: log.all.length,
        backends,
      },
      notes: [`PgBouncer ${service.pgbouncer.version}, timeouts ${JSON.stringify(timeouts)}`],
      faults,
    };
  } finally {
    await reader.stop();
    client.close();
    await service.stop();
    await log.receiver.close();
  }
}
