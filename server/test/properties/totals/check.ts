// Totals equal count(*): in one snapshot during writes, over HTTP at rest, and aggregate by aggregate.
import { incidentTable } from '../../../src/incidents/incidents.sql.ts';
import { list } from '../../../src/platform/lists/list.ts';
import { type Instance, sql } from '../../support/harness.ts';
import { COUNTED_REQUESTER_TOTALS, COUNTED_TOTALS } from '../../support/totals.ts';
import { fetchTotal, countSql, describeQuestion, type Question } from './questions.ts';

/** Reads both numbers in one snapshot: no write can come between them. */
export const differencesInOneSnapshot = (
  instance: Instance,
  questions: readonly Question[],
): Promise<string[]> =>
  instance.deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const differences: string[] = [];
      for (const question of questions) {
        const { filters, email } = question;
        const { total } = await list({ db: tx }, incidentTable.list, {
          filters,
          scope: email ? { key: email, filters: { own: [email] } } : { key: 'all' },
          sort: 'created_at',
          order: 'desc',
          limit: 1,
          now: instance.deps.now(),
        });
        const counted = await sql.raw<{ n: number }>(countSql(question)).execute(tx);
        const expected = counted.rows[0]?.n;
        if (total?.total !== expected || total?.isLowerBound)
          differences.push(
            `${describeQuestion(question)}: total ${total?.total}, count(*) ${expected}`,
          );
      }
      return differences;
    });

export async function differencesOverHttp(
  instance: Instance,
  questions: readonly Question[],
): Promise<string[]> {
  const differences: string[] = [];
  for (const question of questions) {
    const total = await fetchTotal(instance, question);
    const [counted] = await instance.sql(countSql(question));
    if (total !== counted.n)
      differences.push(
        `${describeQuestion(question)} over HTTP: total ${String(total)}, count(*) ${counted.n}`,
      );
  }
  return differences;
}

const aggregates = [
  { deltas: 'incident_deltas', totals: 'incident_totals', counted: COUNTED_TOTALS },
  {
    deltas: 'incident_requester_deltas',
    totals: 'incident_requester_totals',
    counted: COUNTED_REQUESTER_TOTALS,
  },
];

/** Checks that after folding everything no delta is left, and each aggregate equals a fresh count. */
export async function differencesWhenFolded(instance: Instance): Promise<string[]> {
  const differences: string[] = [];
  for (const { deltas, totals, counted } of aggregates) {
    const [left] = await instance.sql(`select count(*)::int as n from ${deltas}`);
    const wrong = await instance.sql(`
      with counted as (${counted})
      select dimension, value, day::text, state, priority, kept.n as kept, counted.n as counted
      from counted full join ${totals} as kept using (dimension, value, day, state, priority)
      where kept.n is distinct from counted.n`);
    if (left.n > 0) differences.push(`${left.n} rows of ${deltas} are left after folding`);
    differences.push(...wrong.map((row) => `${totals} ${JSON.stringify(row)}`));
  }
  return differences;
}
