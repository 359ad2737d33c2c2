// Writes wait for a synchronous standby that has stopped, or for a lock on a table. Reads and the probe are not affected,
// and a write gets its response or a 503 with Retry-After.
import { atPace, type ClientResponse, LoadClient } from '../../support/client.ts';
import { withClient } from '../../support/databases.ts';
import { startIssuer, UNLIMITED } from '../../support/harness.ts';
import { OwnPostgres } from '../../support/own-postgres.ts';
import { ownPorts, until } from '../../support/processes.ts';
import { atMost, type Report } from '../../support/report.ts';
import { startProcess } from '../../support/service-process.ts';

interface Sizes {
  seconds: number;
  /** This many writes, and as many reads, are sent per second. */
  rate: number;
}

/** Makes writes wait while `during` runs. */
type Obstacle = (postgres: OwnPostgres, during: () => Promise<void>) => Promise<void>;

const STANDBY = 'second';

const standbyStops: Obstacle = async (postgres, during) => {
  const standby = await OwnPostgres.standbyOf(postgres, STANDBY);
  const set = (value: string) =>
    withClient(postgres.url, async (client) => {
      await client.query(`alter system set synchronous_standby_names = '${value}'`);
      await client.query('select pg_reload_conf()');
    });
  try {
    await set(STANDBY);
    await until('commits wait for the standby', () =>
      withClient(postgres.url, async (client) => {
        const { rows } = await client.query('select sync_state from pg_stat_replication');
        return rows[0]?.sync_state === 'sync';
      }),
    );
    standby.hang();
    await during();
    standby.resume();
  } finally {
    await set('');
    await standby.remove();
  }
};

/** `create index` without `concurrently` takes the same lock. */
const tableIsLocked: Obstacle = (postgres, during) =>
  withClient(postgres.url, async (client) => {
    await client.query('begin');
    await client.query('lock table incidents in share mode');
    await during();
    await client.query('rollback');
  });

const isGood = ({ status }: ClientResponse): boolean => status >= 200 && status < 300;
const isClear = ({ status, headers }: ClientResponse): boolean =>
  status === 503 && headers['retry-after'] !== undefined;

async function proveOne(
  name: string,
  obstruct: Obstacle,
  { seconds, rate }: Sizes,
): Promise<Report> {
  const postgres = await OwnPostgres.start();
  const issuer = await startIssuer(postgres.url);
  const api = await startProcess('api', {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'),
    AUTH_URL: issuer.url,
    RATE_LIMITS: UNLIMITED,
    LOG_LEVEL: 'info',
    ...(await ownPorts()),
    // A request waits 1.5 s for a connection, as in production.
    DATABASE_WAIT_MS: '1500',
  });
  const client = new LoadClient(500);
  const token = await issuer.mint({ roles: ['itsm_manager'], email: 'load@example.com' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const root = `${api.url}/prod/api/v1/incidents`;
  const write = () =>
    client.send(root, { method: 'POST', headers, body: '{"short_description":"Waits"}' });
  try {
    const known = JSON.parse((await write()).text).id;
    const sent: Record<'writes' | 'reads' | 'probes', ClientResponse[]> = {
      writes: [],
      reads: [],
      probes: [],
    };
    const load = async () => {
      const [writes, reads, probes] = await Promise.all([
        atPace(rate, seconds, write),
        atPace(rate, seconds, (n) =>
          client.send(n % 2 === 0 ? `${root}/${known}` : `${root}?limit=10`, { headers }),
        ),
        atPace(4, seconds, () => client.send(`${api.url}/readyz`)),
      ]);
      Object.assign(sent, { writes, reads, probes });
    };
    await obstruct(postgres, load);
    const ended = performance.now();
    await until('writes succeed again', async () => isGood(await write()));
    const recovery = (performance.now() - ended) / 1000;
    const { writes, reads, probes } = sent;
    const failedReads = reads.filter((one) => !isGood(one));
    const failedProbes = probes.filter(({ status }) => status !== 200);
    const unclear = writes.filter((one) => !isGood(one) && !isClear(one));
    const degraded = probes.filter(({ text }) => JSON.parse(text).status === 'degraded');
    const show = ({ status, text }: ClientResponse) => `${status} ${text.slice(0, 300)}`;
    const slowest = Math.max(...reads.map(({ milliseconds }) => milliseconds));
    return {
      figures: {
        [`${name}: reads`]: reads.length,
        [`${name}: failed reads`]: failedReads.length,
        [`${name}: slowest read, ms`]: Math.round(slowest),
        [`${name}: writes`]: writes.length,
        [`${name}: refused writes`]: writes.filter(isClear).length,
      },
      faults: [
        ...failedReads.slice(0, 3).map((one) => `${name}: read ${show(one)}`),
        ...failedProbes.slice(0, 3).map((one) => `${name}: probe ${show(one)}`),
        ...unclear.slice(0, 3).map((one) => `${name}: write ${show(one)}`),
        ...(degraded.length === 0 ? [`${name}: /readyz was never degraded`] : []),
        ...(writes.every(isGood) ? [`${name}: no write waited`] : []),
      ],
      goals: [atMost(`Writes wait, ${name}: writes succeed again`, recovery, 12, ' s')],
    };
  } finally {
    client.close();
    await api.stop();
    await issuer.stop();
    await postgres.remove();
  }
}

export async function proveWaitingWrites(sizes: Sizes): Promise<Report> {
  const standby = await proveOne('standby stopped', standbyStops, sizes);
  const lock = await proveOne('table locked', tableIsLocked, sizes);
  return {
    figures: { ...standby.figures, ...lock.figures },
    faults: [...standby.faults, ...lock.faults],
    goals: [...(standby.goals ?? []), ...(lock.goals ?? [])],
  };
}
