// Measures how soon all open incidents have the clocks of a new policy with a calendar, what that does to other requests, and
// whether the clocks are those that their whole histories give.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, LoadClient } from '../../server/test/support/client.ts';
import { type Client, withClient } from '../../server/test/support/databases.ts';
import { filledDatabase } from '../../server/test/support/filled-database.ts';
import { killRest, ownPorts, within } from '../../server/test/support/processes.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { type Cost, costOf } from '../compare/sides.ts';
import { compareWithRebuilds, OUTDATED_INCIDENT } from '../../server/test/support/sla-rebuilds.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { addHistories } from './histories.ts';
import { createCalendar, createPolicy } from './policies.ts';

export interface RecomputeSizes {
  records: number;
  /** Other requests a second. */
  rate: number;
  /** They are measured alone for this long before. */
  seconds: number;
}

const MOST_SECONDS = 60;
const MOST_RATIO = 1.5;
const MAX_SECONDS = 1200;
const POLL_MS = 250;

type Send = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ id: string; milliseconds: number }>;

const idOf = (n: number): string => `INC${String(n).padStart(7, '0')}`;

/** Requests of four kinds take turns at a steady rate until `isOver`; returns their times. */
async function load(send: Send, { records, rate }: RecomputeSizes, isOver: () => boolean) {
  const times: number[] = [];
  const kinds: ((n: number) => Promise<{ milliseconds: number }>)[] = [
    (n) => send('GET', `/incidents/${idOf(n)}`),
    () => send('GET', '/incidents?state=in_progress&priority=P2&limit=50'),
    (n) => send('PATCH', `/incidents/${idOf(n)}`, { short_description: `Patched ${n}` }),
    () => send('POST', '/incidents', { short_description: 'Checkout fails' }),
  ];
  const running: Promise<unknown>[] = [];
  const sendTimed = async (sent: number) => {
    const kind = kinds[sent % kinds.length] as (typeof kinds)[number];
    const { milliseconds } = await kind(1 + ((sent * 7919) % records));
    times.push(milliseconds);
  };
  const began = performance.now();
  for (let sent = 0; !isOver(); sent += 1) {
    await sleep(Math.max(0, began + (sent * 1000) / rate - performance.now()));
    running.push(sendTimed(sent));
  }
  await Promise.all(running);
  return times;
}

interface Measured {
  alone: number[];
  beside: number[];
  seconds: number;
  /** The database also serves the other requests. */
  cpu: Cost;
}

async function measure(
  client: Client,
  send: Send,
  worker: { pid: number; database: string },
  sizes: RecomputeSizes,
): Promise<Measured> {
  const calendar_id = await createCalendar(async (...sent) => (await send(...sent)).id);
  const hours = { P1: 2_000_000, P2: 2_000_000, P3: 2_000_000, P4: 2_000_000 };
  const until = performance.now() + sizes.seconds * 1000;
  await load(send, sizes, () => performance.now() > until - sizes.seconds * 500);
  const alone = await load(send, sizes, () => performance.now() > until + sizes.seconds * 500);
  const began = performance.now();
  await createPolicy(async (...sent) => (await send(...sent)).id, {
    name: 'Office hours',
    calendar_id,
    targets: { first_response: hours, update: hours, resolution: hours },
  });
  let isOver = false;
  const loading = load(send, sizes, () => isOver);
  const cpu = await costOf(worker, async () => {
    await within(MAX_SECONDS, 'all clocks are computed', async () => {
      await sleep(POLL_MS);
      return (await client.query(OUTDATED_INCIDENT)).rowCount === 0;
    });
    return 1;
  });
  const seconds = (performance.now() - began) / 1000;
  isOver = true;
  return { alone, seconds, cpu, beside: await loading };
}

export async function measureRecompute(sizes: RecomputeSizes, isTimed: boolean): Promise<Report> {
  const database = await filledDatabase(sizes.records);
  const client = new LoadClient(64);
  try {
    await withClient(database.url, addHistories);
    const { env, token } = await prepareService(database);
    const auth = { ...env, AUTH_URL: `http://127.0.0.1:${env['AUTH_PORT']}` };
    await startProcess('auth', auth);
    const api = await startProcess('api', { ...auth, ...(await ownPorts()) });
    const worker = await startProcess('worker', { ...auth, ...(await ownPorts()) });
    const headers = {
      authorization: `Bearer ${await token()}`,
      'content-type': 'application/json',
    };
    const send: Send = async (method, path, body) => {
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const found = await client.send(`${api.url}/prod/api/v1${path}`, sent);
      if (found.status >= 300 || found.status === 0)
        throw new Error(`${method} ${path}: ${found.status} ${found.text}`);
      return {
        id: (JSON.parse(found.text) as { id: string }).id,
        milliseconds: found.milliseconds,
      };
    };
    const program = { pid: worker.pid(), database: new URL(database.url).pathname.slice(1) };
    const { alone, seconds, beside, cpu } = await withClient(database.url, (one) =>
      measure(one, send, program, sizes),
    );
    await killRest();
    const { compared, faults } = await compareWithRebuilds(database.url);
    const [before, during] = [percentile(alone, 0.99), percentile(beside, 0.99)];
    return {
      figures: {
        records: compared,
        seconds: Number(seconds.toFixed(1)),
        records_per_second: Math.round(compared / seconds),
        worker_cpu_seconds: Number((cpu.node / 1e6).toFixed(1)),
        postgres_cpu_seconds: Number((cpu.postgres / 1e6).toFixed(1)),
        requests_alone: alone.length,
        requests_beside: beside.length,
        p50_ms_alone: Number(percentile(alone, 0.5).toFixed(1)),
        p50_ms_beside: Number(percentile(beside, 0.5).toFixed(1)),
        p99_ms_alone: Number(before.toFixed(1)),
        p99_ms_beside: Number(during.toFixed(1)),
        differences: faults.length,
      },
      faults,
      ...(isTimed && {
        goals: [
          atMost('until all clocks are computed', seconds, MOST_SECONDS, ' s'),
          atMost('p99 of other requests meanwhile', during / before, MOST_RATIO, ' times'),
          atMost('clocks that differ from a rebuild', faults.length, 0),
        ],
      }),
    };
  } finally {
    client.close();
    await killRest();
    await database.drop();
  }
}
