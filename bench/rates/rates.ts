// Requests per second on one machine, load generator included: searches by the share of records that have the word, and
// the mix of requests that a gateway sees.
import { withClient } from '../../server/test/support/databases.ts';
import { filledDatabase } from '../../server/test/support/filled.ts';
import { killRest, ownPorts } from '../../server/test/support/processes.ts';
import { atLeast, atMost, type Report } from '../../server/test/support/report.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { newIncident } from '../ratios/subjects.ts';
import { median } from '../ratios/tables.ts';
import { type Requests, runWrk, type TimedRound } from '../ratios/wrk.ts';

type Sizes = Record<'records' | 'rounds' | 'seconds' | 'processes', number>;

interface Subject {
  name: string;
  requests: readonly Requests[];
  connections: number;
  goal: number;
  p99Goal?: number;
}

const MIX_CALLERS = 60;
const SEARCH_CONNECTIONS = 8;

/** Marks a share of the incidents with a word that no other has. */
const mark = (url: string, word: string, percent: number): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      `update incidents set short_description = short_description || $1
       where abs(hashtext(id || $1)) % 100 < $2`,
      [` ${word}`, percent],
    );
  });

const searches = (word: string): Requests[] => [{ method: 'GET', paths: [`/incidents?q=${word}`] }];

const subjects: Subject[] = [
  {
    name: 'search for a word in 1 %',
    requests: searches('seldomword'),
    connections: SEARCH_CONNECTIONS,
    goal: 1000,
  },
  {
    name: 'search for a word in 10 %',
    requests: searches('oftenword'),
    connections: SEARCH_CONNECTIONS,
    goal: 300,
  },
  {
    name: 'mix of requests',
    requests: [
      { method: 'GET', paths: ['/incidents/{id}'], weight: 16 },
      { method: 'GET', paths: ['/incidents?state=in_progress'], weight: 2 },
      { method: 'POST', paths: ['/incidents'], body: newIncident },
      { method: 'PATCH', paths: ['/incidents/{id}'], body: { category: 'patched {nnnn}' } },
    ],
    connections: MIX_CALLERS,
    goal: 3500,
    p99Goal: 100,
  },
];

export async function measureRates(
  { records, rounds, seconds, processes }: Sizes,
  only?: string,
): Promise<Report> {
  const database = await filledDatabase(records);
  try {
    await mark(database.url, 'seldomword', 1);
    await mark(database.url, 'oftenword', 10);
    await withClient(database.url, (client) => client.query('vacuum analyze incidents'));
    const service = await prepareService(database);
    const main = await startProcess('start', service.env);
    const more = await Promise.all(
      Array.from({ length: processes - 1 }, async () =>
        startProcess('api', { ...service.env, ...(await ownPorts()) }),
      ),
    );
    const token = await service.token();
    const target = { addresses: [main, ...more].map(({ url }) => url), token, records, seed: 1 };
    const chosen = subjects.filter(({ name }) => !only || name.includes(only));
    const measured: { subject: Subject; all: TimedRound[] }[] = [];
    for (const subject of chosen) {
      const round = () => runWrk(target, subject.requests, subject.connections, seconds);
      await round();
      const all: TimedRound[] = [];
      for (let n = 0; n < rounds; n += 1) all.push(await round());
      measured.push({ subject, all });
    }
    await Promise.all([main, ...more].map((one) => one.stop()));
    const failed = measured.flatMap(({ subject, all }) =>
      all.flatMap((one) => (one.failed > 0 ? [`${subject.name}: ${one.failed} failed`] : [])),
    );
    return {
      figures: { records, rounds, processes },
      faults: failed,
      goals: measured.flatMap(({ subject: { name, goal, p99Goal }, all }) => [
        atLeast(
          `${name}, requests per second`,
          Math.round(median(all.map((one) => one.perSecond))),
          goal,
        ),
        ...(p99Goal === undefined
          ? []
          : [atMost(`${name}, p99`, median(all.map((one) => one.p99Ms)), p99Goal, ' ms')]),
      ]),
    };
  } finally {
    killRest();
    await database.drop();
  }
}
