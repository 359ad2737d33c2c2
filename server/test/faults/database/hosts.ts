// The primary of two hosts is killed or frozen and the standby is promoted: every process finds it without a restart, no
// acknowledged write is lost or done twice, and a commit that was not replicated is not acknowledged.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../../../src/platform/postgres/connection.ts';
import { connectionNames } from '../../../src/platform/postgres/login.ts';
import { LoadClient } from '../../support/client.ts';
import { withClient } from '../../support/databases.ts';
import { startIssuer, UNLIMITED } from '../../support/harness.ts';
import { OwnPostgres } from '../../support/own-postgres.ts';
import { ownPorts, until } from '../../support/processes.ts';
import { atMost, type Report } from '../../support/report.ts';
import { startProcess } from '../../support/service-process.ts';

interface Sizes {
  writers: number;
  /** The load runs this long before the fault, and after the promotion. */
  seconds: number;
}

const STANDBY = 'second';
/** The promotion itself has ended before. */
const MAX_OUTAGE_SECONDS = 5;

const faults: Record<string, (primary: OwnPostgres) => unknown> = {
  killed: (primary) => primary.kill(),
  frozen: (primary) => primary.hang(),
};

const query = async (url: string, text: string, values: unknown[] = []) =>
  withClient(url, async (client) => (await client.query(text, values)).rows);

async function replicate(primary: OwnPostgres, names: string): Promise<void> {
  await query(primary.url, `alter system set synchronous_standby_names = '${names}'`);
  await query(primary.url, 'select pg_reload_conf()');
}

interface Written {
  id: string;
  title: string;
}

async function proveFault(name: string, { writers, seconds }: Sizes): Promise<Report> {
  const primary = await OwnPostgres.start();
  const standby = await OwnPostgres.standbyOf(primary, STANDBY);
  await replicate(primary, STANDBY);
  const issuer = await startIssuer(primary.url);
  const hosts = [standby, primary].map(({ url }) => new URL(url).host).join();
  const env = {
    DATABASE_URL: `postgres://signalbox@${hosts}/postgres?target_session_attrs=read-write`,
    ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'),
    AUTH_URL: issuer.url,
    RATE_LIMITS: UNLIMITED,
    LOG_LEVEL: 'info',
    DATABASE_WAIT_MS: '1500',
  };
  const api = await startProcess('api', { ...env, ...(await ownPorts()) });
  const worker = await startProcess('worker', { ...env, ...(await ownPorts()) });
  const client = new LoadClient(100);
  const token = await issuer.mint({ roles: ['itsm_manager'], email: 'load@example.com' });
  const statuses = new Map<string, number>();
  const written: Written[] = [];
  const over = new AbortController();
  /** Repeats each write with its key until it succeeds, as the SDK does. */
  const keepWriting = async () => {
    while (!over.signal.aborted) {
      const title = randomUUID();
      for (let status = 0; status !== 201 && !over.signal.aborted;) {
        const response = await client.send(`${api.url}/prod/api/v1/incidents`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': title,
          },
          body: JSON.stringify({ short_description: title }),
        });
        ({ status } = response);
        statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
        if (status === 201) written.push({ id: JSON.parse(response.text).id, title });
        else await sleep(100);
      }
    }
  };
  try {
    const writing = Promise.all(Array.from({ length: writers }, keepWriting));
    await sleep(seconds * 1000);
    await faults[name]?.(primary);
    await sleep(1000);
    await query(standby.url, 'select pg_promote()');
    const [promoted, before] = [performance.now(), written.length];
    await until('writes succeed again', () => written.length > before);
    const outage = (performance.now() - promoted) / 1000;
    const purposes = [connectionNames.jobs, connectionNames.listen];
    await until('jobs and notifications use the new primary', async () => {
      const rows = await query(
        standby.url,
        'select distinct application_name as name from pg_stat_activity',
      );
      return purposes.every((purpose) => rows.some((row) => row.name === purpose));
    });
    await sleep(seconds * 1000);
    over.abort();
    await writing;
    const stored = await query(
      standby.url,
      'select id, short_description as title from incidents where short_description = any($1)',
      [written.map(({ title }) => title)],
    );
    const counts = new Map<string, number>();
    for (const { title } of stored) counts.set(title, (counts.get(title) ?? 0) + 1);
    const lost = written.filter(({ title }) => !counts.has(title));
    const repeated = [...counts.values()].filter((count) => count > 1);
    const unclear = [...statuses.keys()].filter(
      (status) => !['201', '503', '409'].includes(status),
    );
    return {
      figures: {
        [`${name}: acknowledged`]: written.length,
        [`${name}: lost`]: lost.length,
        [`${name}: done twice`]: repeated.length,
        [`${name}: refused`]: statuses.get('503') ?? 0,
      },
      faults: [
        ...lost.slice(0, 3).map(({ id }) => `${name}: ${id} was acknowledged and is lost`),
        ...(repeated.length > 0 ? [`${name}: ${repeated.length} writes were done twice`] : []),
        ...unclear.map((status) => `${name}: status ${status}`),
      ],
      goals: [
        atMost(`${name}: writes succeed after the promotion`, outage, MAX_OUTAGE_SECONDS, ' s'),
      ],
    };
  } finally {
    over.abort();
    if (name === 'frozen') primary.resume();
    client.close();
    await Promise.all([api.stop(), worker.stop()]);
    await issuer.stop();
    await standby.remove();
    await primary.remove();
  }
}

/** No standby has the name that commits wait for, and the wait is cancelled. */
async function proveUnreplicated(): Promise<Report> {
  const postgres = await OwnPostgres.start();
  const pool = openPool(postgres.url, { max: 1 }, () => {});
  try {
    await pool.query('create table writes (n int)');
    await replicate(postgres, 'nobody');
    await until('commits wait', async () => {
      const [row] = await query(postgres.url, 'show synchronous_standby_names');
      return row.synchronous_standby_names === 'nobody';
    });
    const writing = pool.query('insert into writes values (1)').then(
      () => 'it was acknowledged',
      (error: Error) => error.message,
    );
    await until('the commit is cancelled', async () => {
      const rows = await query(
        postgres.url,
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
      );
      return rows.length > 0;
    });
    const result = await writing;
    return {
      figures: {},
      faults: result.includes('not replicated') ? [] : [`unreplicated commit: ${result}`],
    };
  } finally {
    await replicate(postgres, '').catch(() => {});
    await pool.end();
    await postgres.remove();
  }
}

export async function proveHosts(sizes: Sizes): Promise<Report> {
  const reports = [await proveUnreplicated()];
  for (const name of Object.keys(faults)) reports.push(await proveFault(name, sizes));
  return {
    figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
    faults: reports.flatMap((report) => report.faults),
    goals: reports.flatMap(({ goals = [] }) => goals),
  };
}
