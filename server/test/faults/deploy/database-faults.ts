// PostgreSQL hangs, or its disk is full, under load: every request gets a response or a 503 with Retry-After, no
// acknowledged write is lost, and the service recovers by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { countBy, LoadClient } from '../../support/client.ts';
import { withClient } from '../../support/databases.ts';
import { startIssuer, UNLIMITED } from '../../support/harness.ts';
import { OwnPostgres } from '../../support/own-postgres.ts';
import { ownPorts, until } from '../../support/processes.ts';
import { atMost, type Report } from '../../support/report.ts';
import { startProcess } from '../../support/service-process.ts';
import { requestsAtRate, type SentRequest } from './traffic.ts';

/** Requests must succeed again this soon after the fault. */
const MAX_RECOVERY_SECONDS = 10;
/** A handler has 15 seconds, and requests wait for connections before and after it; a client gives up after 20. */
const MAX_RESPONSE_SECONDS = 19;
const QUIET_SECONDS = 3;

interface Fault {
  name: string;
  begin: (postgres: OwnPostgres) => Promise<void>;
  end: (postgres: OwnPostgres) => Promise<void>;
}

const hung: Fault = {
  name: 'hung',
  begin: async (postgres) => postgres.hang(),
  end: async (postgres) => postgres.resume(),
};

/** A server that cannot write its log exits; the supervisor of the machine would start it again. */
const diskFull: Fault = {
  name: 'disk full',
  begin: (postgres) => postgres.fillDisk(),
  end: async (postgres) => {
    await postgres.freeDisk();
    if (!postgres.isRunning) await postgres.start();
  },
};

const isGood = ({ status }: SentRequest): boolean => status >= 200 && status < 300;
const isClear = ({ status, headers }: SentRequest): boolean =>
  status === 503 && headers['retry-after'] !== undefined;

async function lostWrites(url: string, sent: readonly SentRequest[]): Promise<string[]> {
  const ids = sent
    .filter((one) => one.method === 'POST' && one.status === 201)
    .map(({ text }) => JSON.parse(text).id as string);
  const rows = await withClient(url, async (db) => {
    const text = 'select id from incidents where id = any($1)';
    return (await db.query(text, [ids])).rows as { id: string }[];
  });
  const stored = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !stored.has(id)).map((id) => `${id} was acknowledged and is lost`);
}

interface Sizes {
  rounds: number;
  seconds: number;
  rate: number;
}

async function prove(postgres: OwnPostgres, fault: Fault, sizes: Sizes): Promise<Report> {
  const { rounds, seconds, rate } = sizes;
  const issuer = await startIssuer(postgres.url);
  const env = {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'),
    AUTH_URL: issuer.url,
    RATE_LIMITS: UNLIMITED,
    LOG_LEVEL: 'info',
  };
  const api = await startProcess('api', { ...env, ...(await ownPorts()) });
  const worker = await startProcess('worker', { ...env, ...(await ownPorts()) });
  const client = new LoadClient(200);
  const token = await issuer.mint({ roles: ['itsm_manager'], email: 'load@example.com' });
  const sender = { client, url: api.url, headers: { authorization: `Bearer ${token}` } };
  const over = new AbortController();
  const recoveries: number[] = [];
  const isServing = async () => {
    const { status } = await client.send(`${api.url}/prod/api/v1/incidents`, {
      method: 'POST',
      headers: { ...sender.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ short_description: 'Is it back?' }),
    });
    return status === 201;
  };
  try {
    const load = requestsAtRate(sender, rate, over.signal);
    const disturb = async () => {
      for (let round = 0; round < rounds; round += 1) {
        await sleep(QUIET_SECONDS * 1000);
        await fault.begin(postgres);
        await sleep(seconds * 1000);
        await fault.end(postgres);
        const began = performance.now();
        await until('requests succeed again', isServing);
        recoveries.push((performance.now() - began) / 1000);
        await sleep(QUIET_SECONDS * 1000);
      }
    };
    await disturb().finally(() => over.abort());
    const sent = await load;
    const unclear = sent.filter((one) => !isGood(one) && !isClear(one));
    const refused = sent.filter(isClear);
    const slowest = Math.max(...sent.map(({ milliseconds }) => milliseconds)) / 1000;
    const crashed = api.lines().filter(({ msg }) => msg === 'request.crashed');
    const texts = new Set(unclear.map(({ status, text }) => `${status} ${text.slice(0, 300)}`));
    const lost = await lostWrites(postgres.url, sent);
    return {
      figures: {
        rounds,
        requests: sent.length,
        refused: refused.length,
        unclear: unclear.length,
        lost: lost.length,
      },
      faults: [
        ...(unclear.length > 0 ? [`${fault.name}: ${countBy(unclear)}`, ...texts] : []),
        ...(refused.length === 0 ? [`${fault.name}: no request met the fault`] : []),
        ...crashed.slice(0, 3).map((line) => JSON.stringify(line)),
        ...lost,
      ],
      goals: [
        atMost('recovery', Math.max(...recoveries), MAX_RECOVERY_SECONDS, ' s'),
        atMost('slowest response', slowest, MAX_RESPONSE_SECONDS, ' s'),
      ],
    };
  } finally {
    over.abort();
    client.close();
    await Promise.all([api.stop(), worker.stop()]);
    await issuer.stop();
  }
}

export async function proveHung(sizes: Sizes): Promise<Report> {
  const postgres = await OwnPostgres.start();
  return prove(postgres, hung, sizes).finally(() => postgres.remove());
}

/** The write-ahead log stays small enough for a small disk. */
const SMALL = { max_wal_size: '48MB', min_wal_size: '32MB', shared_buffers: '32MB' };

export async function proveDiskFull({
  megabytes,
  ...sizes
}: Sizes & Record<'megabytes', number>): Promise<Report> {
  const postgres = await OwnPostgres.start({ megabytes, settings: SMALL });
  return prove(postgres, diskFull, sizes).finally(() => postgres.remove());
}
