// Measures how requests, events, deliveries and the disk grow with the number of incidents. `--database URL,URL` names
// filled databases, each of which gets some thousand incidents more; otherwise three are filled and dropped.
import { type Client, type Scratch, withClient } from '../../server/test/support/databases.ts';
import { filledDatabase } from '../../server/test/support/filled-database.ts';
import { generateSearched } from '../../server/test/support/generate-records.ts';
import { killRest } from '../../server/test/support/processes.ts';
import type { Goal, Report } from '../../server/test/support/report.ts';
import { type BenchInstance, startBenchInstance } from '../ratios/bench-instance.ts';
import { measureCpu } from '../ratios/cpu.ts';
import { runWrk } from '../ratios/wrk.ts';
import { measureDisk, readLogPosition, readSizes, totalOf } from './disk.ts';
import { startWatcher, type Watcher } from './events.ts';
import { delivered, type Kind, kinds } from './questions.ts';

type Sizes = Record<
  'records' | 'connections' | 'seconds' | 'writeSeconds' | 'warmUp' | 'events' | 'seed',
  number
>;
type Figures = Record<string, number>;

/** The rows of these tables are written beside an incident; their growth during the writes is divided by the writes. */
const WRITTEN_TABLES: Record<string, readonly string[]> = {
  event: ['events'],
  entry: ['entries'],
  delivery: ['deliveries', 'attempts', 'delivery_queue'],
};

const round = (value: number): number => Number(value.toPrecision(3));

/** Two databases of one size differ by the incidents of earlier runs, so only the first digit names the size. */
const sizeOf = (count: number): number => Number(count.toPrecision(1));

interface Subject {
  instance: BenchInstance;
  client: Client;
  watcher: Watcher;
  incidents: number;
  sizes: Sizes;
}

/** Background work that a write causes is part of its cost, so the measurement ends when nothing is left to do. */
async function measureKind(
  { instance, client, incidents, sizes }: Subject,
  { key, requests, isWrite = false }: Kind,
): Promise<{ figures: Figures; written: number }> {
  const { connections, seed } = sizes;
  const { addresses, token, processes } = instance;
  const seconds = isWrite ? sizes.writeSeconds : sizes.seconds;
  const target = { addresses, token, records: incidents, seed };
  const one = await runWrk(target, requests, 1, isWrite ? Math.ceil(seconds / 2) : seconds);
  if (isWrite) await instance.waitUntilSettled();
  const logBefore = await readLogPosition(client);
  const { result, usage } = await measureCpu(processes, async () => {
    const load = await runWrk(target, requests, connections, seconds);
    if (isWrite) await instance.waitUntilSettled();
    return load;
  });
  const { done } = result;
  const written = one.done + done;
  const failed = one.failed + result.failed;
  if (failed > 0 || done === 0) throw new Error(`${key}: ${failed} of ${done} requests failed`);
  const microseconds = (part: string) => Math.round(((usage[part] ?? 0) * 1e6) / done);
  return {
    written,
    figures: {
      [`${key} node_us`]: microseconds('api'),
      [`${key} worker_us`]: microseconds('worker'),
      [`${key} postgres_us`]: microseconds('postgres'),
      [`${key} p50_ms`]: round(one.p50Ms),
      [`${key} p95_ms`]: round(one.p95Ms),
      ...(isWrite && {
        [`${key} wal_bytes`]: Math.round(((await readLogPosition(client)) - logBefore) / done),
      }),
    },
  };
}

/** Nothing else writes events meanwhile, so the growth of the tables is that of these writes. */
async function measureDelivered(subject: Subject): Promise<Figures> {
  const { instance, client, watcher, sizes } = subject;
  await watcher.subscribe(instance);
  try {
    const { streamed, received } = await watcher.measureWrites(instance, sizes.events);
    const before = await readSizes(client);
    const { figures, written } = await measureKind(subject, delivered);
    const after = await readSizes(client);
    const grown = Object.entries(WRITTEN_TABLES).map(([name, tables]) => [
      `${name} bytes`,
      Math.round((totalOf(after, tables) - totalOf(before, tables)) / written),
    ]);
    return {
      ...timesOf('stream', streamed),
      ...timesOf('delivery', received),
      ...figures,
      ...Object.fromEntries(grown),
    };
  } finally {
    await watcher.unsubscribe(instance);
  }
}

function timesOf(key: string, times: readonly number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { [`${key} p50_ms`]: round(at(0.5)), [`${key} p95_ms`]: round(at(0.95)) };
}

async function countIncidents(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from incidents');
  return rows[0]?.n ?? 0;
}

async function measureDatabase(
  database: Scratch,
  sizes: Sizes,
): Promise<{ incidents: number; figures: Figures }> {
  const watcher = await startWatcher();
  try {
    const instance = await startBenchInstance(database, { apis: 1, env: watcher.env });
    return await withClient(database.url, async (client) => {
      const incidents = await countIncidents(client);
      const disk = await measureDisk(client);
      const subject = { instance, client, watcher, incidents, sizes };
      const target = { ...instance, records: incidents, seed: sizes.seed };
      const warmedUp = kinds.filter(({ isSearch }) => !isSearch).map(({ requests }) => requests);
      await runWrk(target, warmedUp, sizes.connections, sizes.warmUp);
      await instance.waitUntilSettled();
      const figures: Figures = { ...disk };
      for (const kind of kinds) {
        Object.assign(figures, (await measureKind(subject, kind)).figures);
        console.error(`${incidents.toLocaleString('en')} incidents: ${kind.key} measured`);
      }
      Object.assign(figures, await measureDelivered(subject));
      await instance.stop();
      return { incidents: sizeOf(incidents), figures };
    });
  } finally {
    await killRest();
    await watcher.close();
  }
}

/** Notes and articles grow with the incidents, as they do in the largest database. */
async function fill(records: number): Promise<Scratch> {
  const scratch = await filledDatabase(records);
  await withClient(scratch.url, (client) =>
    generateSearched(
      client,
      {
        incidents: records,
        notes: Math.ceil(records / 5),
        articles: Math.ceil(records / 50),
        changes: Math.ceil(records / 125),
        requests: Math.ceil(records / 83),
        cis: Math.ceil(records / 166),
        users: Math.ceil(records / 1000),
      },
      console.error,
    ),
  );
  return scratch;
}

interface Measured {
  incidents: number;
  figures: Figures;
}

const cpuOf = ({ figures }: Measured, { key }: Kind): number =>
  (figures[`${key} node_us`] ?? 0) + (figures[`${key} postgres_us`] ?? 0);

const MAX_GROWTH = 2;

function goalOf(all: readonly Measured[]): Goal[] {
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last || first === last) return [];
  const [worst] = kinds
    .map((kind) => ({ key: kind.key, ratio: cpuOf(last, kind) / cpuOf(first, kind) }))
    .toSorted((a, b) => b.ratio - a.ratio);
  const [from, to] = [first, last].map(({ incidents }) => incidents.toLocaleString('en'));
  return [
    {
      name: `CPU time of each kind of request with ${to} incidents, relative to ${from}`,
      goal: `at most ${MAX_GROWTH} times`,
      figure: `${worst?.ratio.toFixed(2)} (${worst?.key})`,
      isMet: (worst?.ratio ?? 0) <= MAX_GROWTH,
    },
  ];
}

export async function measureGrowth(
  sizes: Sizes,
  { database, isTimed }: { database?: string | undefined; isTimed: boolean },
): Promise<Report> {
  const { records } = sizes;
  const makers = database
    ? database.split(',').map((url) => () => filledDatabase(0, url))
    : (isTimed ? [records / 50, records / 5, records] : [records]).map((n) => () => fill(n));
  const all: Measured[] = [];
  for (const make of makers) {
    const scratch = await make();
    try {
      all.push(await measureDatabase(scratch, sizes));
    } finally {
      await scratch.drop();
    }
  }
  return {
    figures: Object.fromEntries(
      all.flatMap(({ incidents, figures }) =>
        Object.entries(figures).map(([name, value]) => [`${incidents} ${name}`, value]),
      ),
    ),
    faults: [],
    ...(isTimed && { goals: goalOf(all) }),
  };
}
