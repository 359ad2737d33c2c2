// The own list of a person shows an exact total: that of the incidents they opened and of those opened for them.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { incidents, incidentTotals } from '../../../src/incidents/index.ts';
import { countFacets } from '../../../src/platform/lists/facets.ts';
import { type Instance, sql, startInstance } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { differencesInOneSnapshot, differencesOverHttp, differencesWhenFolded } from './check.ts';
import { foldAll, foldUntil } from './folds.ts';
import { people, spellAddress, writeOwn } from './own-writes.ts';
import type { Question } from './questions.ts';

const CHECK_PAUSE_MS = 20;

const facets: Pick<Question, 'filters' | 'where'>[] = [
  { filters: {}, where: 'true' },
  { filters: { state: ['new'] }, where: `state = 'new'` },
  { filters: { priority: ['P1', 'P2'] }, where: `priority in ('P1', 'P2')` },
  {
    filters: { state: ['resolved', 'closed'], priority: ['P3'] },
    where: `state in ('resolved', 'closed') and priority = 'P3'`,
  },
];

const isOwn = (address: string): string =>
  `(lower(opened_by) = '${address}' or lower(requester) = '${address}')`;

/** Each person asks with an address in some case. */
const questionsOf = (seed: number): Question[] => {
  const random = randomFrom(seed);
  return people.flatMap((address) =>
    facets.map(({ filters, where }) => ({
      filters,
      where: `${where} and ${isOwn(address)}`,
      email: spellAddress(random, address),
    })),
  );
};

/** Reads the counts by state and the rows in one snapshot. */
const differencesOfCounts = ({ deps: { db, now } }: Instance): Promise<string[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const differences: string[] = [];
      const spec = { ...incidents.table.list, total: incidentTotals };
      for (const address of people) {
        const scope = { key: address, filters: { own: [address] } };
        const { by, total } = await countFacets(tx, spec, { filters: {}, scope, now: now() }, [
          'state',
        ]);
        const { rows } = await sql
          .raw<{ value: string; count: number }>(
            `select state as value, count(*)::int as count from incidents
             where deleted_at is null and ${isOwn(address)} group by 1 order by 2 desc, 1`,
          )
          .execute(tx);
        const expected = { total: rows.reduce((sum, { count }) => sum + count, 0), rows };
        const shown = { total, rows: by['state'] };
        if (!isDeepStrictEqual(shown, expected))
          differences.push(
            `counts of ${address}: ${JSON.stringify(shown)}, counted ${JSON.stringify(expected)}`,
          );
      }
      return differences;
    });

export async function proveOwnTotals(
  options: Record<'writes' | 'writers' | 'seed', number>,
): Promise<Report> {
  const { writes, writers, seed } = options;
  const instance = await startInstance({ pool: writers + 4 });
  const over = new AbortController();
  const questions = questionsOf(seed);
  const faults: string[] = [];
  let comparisons = 0;
  const compare = async (): Promise<void> => {
    faults.push(...(await differencesInOneSnapshot(instance, questions)));
    faults.push(...(await differencesOfCounts(instance)));
    comparisons += questions.length + people.length;
  };
  const compareUntil = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await compare();
      await sleep(CHECK_PAUSE_MS);
    }
  };
  try {
    const beside = Promise.all([foldUntil(instance, over.signal, seed), compareUntil()]);
    await Promise.race([writeOwn(instance, options), beside]);
    over.abort();
    const [folded] = await beside;
    faults.push(...(await differencesOverHttp(instance, questions)));
    await foldAll(instance);
    await compare();
    faults.push(...(await differencesWhenFolded(instance)));
    const [{ n: left }] = await instance.sql('select count(*)::int as n from incidents');
    return {
      figures: { seed, writes, incidents: left, folded, comparisons, differences: faults.length },
      faults: faults.map((fault) => `seed ${seed}: ${fault}`),
    };
  } finally {
    over.abort();
    await instance.stop();
  }
}
