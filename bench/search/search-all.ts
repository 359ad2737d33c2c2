// Measures the one search over all types. `--database URL` names a database with incidents, to which the first run adds
// everything else that is searched; otherwise one is filled.
import { withClient } from '../../server/test/support/databases.ts';
import { filledDatabase } from '../../server/test/support/filled-database.ts';
import {
  generateSearched,
  type SearchedSizes,
} from '../../server/test/support/generate-records.ts';
import { killRest } from '../../server/test/support/processes.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { callerTokens } from '../load/tokens.ts';
import { GOAL_P95_MS, type Question, readQuestions } from './questions.ts';

type Sizes = SearchedSizes & Record<'requests_each', number>;

interface Reader {
  name: string;
  email: string;
  role: string;
  isWide: boolean;
}

/** The last has the most incidents of all people: some hundred thousand of five million. */
const readers: Reader[] = [
  { name: 'agent', email: 'agent-1@example.com', role: 'agent', isWide: true },
  { name: 'manager', email: 'manager@example.com', role: 'itsm_manager', isWide: true },
  { name: 'requester', email: 'person-9000@example.com', role: 'requester', isWide: false },
  { name: 'busiest requester', email: 'person-1@example.com', role: 'requester', isWide: false },
];

const CONNECTIONS = [1, 8];
const WARM_UP_ROUNDS = 3;
/** A slow question is repeated less often. */
const MAX_MEASURE_MS = 4000;

interface Timing {
  p50: number;
  p95: number;
  p99: number;
}

const timingOf = (times: readonly number[]): Timing => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
};

interface Found {
  groups: { data: { id: string }[] }[];
}

async function ask(url: string, token: string, q: string): Promise<{ ms: number; body: Found }> {
  const began = performance.now();
  const response = await fetch(`${url}/prod/api/v1/search?q=${encodeURIComponent(q)}&limit=5`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as Found;
  if (response.status !== 200) throw new Error(`${q}: ${JSON.stringify(body)}`);
  return { ms: performance.now() - began, body };
}

/** Each connection sends its next request when it has the response. */
async function timeOf(
  send: () => Promise<{ ms: number }>,
  connections: number,
  requests: number,
): Promise<Timing> {
  const times: number[] = [];
  const until = performance.now() + MAX_MEASURE_MS;
  let left = requests;
  const work = async () => {
    while (left > 0 && performance.now() < until) {
      left -= 1;
      times.push((await send()).ms);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return timingOf(times);
}

interface Row {
  reader: Reader;
  question: Question;
  /** There is one for each number of connections. */
  timings: Timing[];
}

const cells = ({ p50, p95, p99 }: Timing): string =>
  [p50, p95, p99].map((ms) => ms.toFixed(1)).join(' / ');

const tableOf = (rows: readonly Row[]): string =>
  [
    `| reader | question | ${CONNECTIONS.map((n) => `p50 / p95 / p99 ms, ${n} at once`).join(' | ')} |`,
    `|---|---|${CONNECTIONS.map(() => '--:|').join('')}`,
    ...rows.map(
      ({ reader, question, timings }) =>
        `| ${reader.name} | ${question.name} | ${timings.map(cells).join(' | ')} |`,
    ),
  ].join('\n');

export async function measureSearchAll(
  { requests_each: requests, seed: _, ...sizes }: Sizes & { seed: number },
  { database, isTimed }: { database?: string | undefined; isTimed: boolean },
): Promise<Report> {
  const scratch = await filledDatabase(sizes.incidents, database);
  try {
    await withClient(scratch.url, async (client) => {
      const { rows } = await client.query('select from work_notes limit 1');
      if (rows.length === 0) await generateSearched(client, sizes, console.error);
    });
    const { env, token } = await prepareService(scratch);
    const service = await startProcess('start', env);
    const tokenOf = callerTokens(service.url, env, await token());
    const faults: string[] = [];
    const rows: Row[] = [];
    for (const reader of readers) {
      const own = await tokenOf(reader.email, reader.role);
      const asked = await withClient(scratch.url, (client) => readQuestions(client, reader));
      for (let n = 0; n < Math.min(WARM_UP_ROUNDS, requests); n += 1)
        for (const { q } of asked) await ask(service.url, own, q);
      for (const question of asked) {
        const { groups } = (await ask(service.url, own, question.q)).body;
        const first = groups[0]?.data[0]?.id;
        if (question.first && first !== question.first)
          faults.push(`${question.name} as ${reader.name}: ${first} is first`);
        const timings: Timing[] = [];
        for (const connections of CONNECTIONS)
          timings.push(
            await timeOf(() => ask(service.url, own, question.q), connections, requests),
          );
        rows.push({ reader, question, timings });
      }
    }
    await service.stop();
    const slowest = (kind: Question['kind'], connections: number) =>
      Math.max(
        ...rows
          .filter(({ question }) => question.kind === kind)
          .map(({ timings }) => timings[connections]?.p95 ?? 0),
      );
    return {
      figures: {
        incidents: sizes.incidents,
        questions: rows.length,
        ...Object.fromEntries(
          CONNECTIONS.flatMap((n, index) =>
            (['word', 'id'] as const).map((kind) => [
              `slowest p95 ms of a ${kind}, ${n} at once`,
              Number(slowest(kind, index).toFixed(1)),
            ]),
          ),
        ),
      },
      faults,
      notes: [tableOf(rows)],
      ...(isTimed && {
        goals: (['word', 'id'] as const).map((kind) =>
          atMost(
            `slowest p95 of a search for ${kind === 'id' ? 'an id' : 'a word'}`,
            slowest(kind, 0),
            GOAL_P95_MS[kind],
            ' ms',
          ),
        ),
      }),
    };
  } finally {
    await killRest();
    await scratch.drop();
  }
}
