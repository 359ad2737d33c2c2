// Measures searches per second for words of known frequency. `--database URL` names a database in which an earlier run has
// written the words; otherwise one is filled.
import { type Client, withClient } from '../../server/test/support/databases.ts';
import { filledDatabase } from '../../server/test/support/filled-database.ts';
import { killRest } from '../../server/test/support/processes.ts';
import { atLeast, type Report } from '../../server/test/support/report.ts';
import { startBenchInstance } from '../ratios/bench-instance.ts';
import { median } from '../ratios/tables.ts';
import { runWrk } from '../ratios/wrk.ts';

type Sizes = Record<'records' | 'rounds' | 'seconds' | 'connections', number>;

/** No generated incident has these words. */
const words = [
  { word: 'zanzibar', share: 0.01, goal: 1000 },
  { word: 'zanz', share: 0.01 },
  { word: 'lisbon', share: 0.1, goal: 300 },
  { word: 'lisb', share: 0.1 },
] as const;

/** Exactly every hundredth and every tenth incident gets its word. */
const WRITE_WORDS = `
update incidents set description = description
  || case when n % 100 = 7 then ' Zanzibar' else '' end || case when n % 10 = 3 then ' Lisbon' else '' end
from (select id as numbered_id, row_number() over (order by id) as n from incidents) as numbered
where numbered_id = id and (n % 100 = 7 or n % 10 = 3)`;

async function writeWords(client: Client): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query(WRITE_WORDS);
  // Afterwards there are no dead rows, and no entries that the text index has yet to sort.
  await client.query('vacuum full analyze incidents');
  await client.query('vacuum incidents');
  await client.query('checkpoint');
}

export async function measureSearch(
  { records, rounds, seconds, connections }: Sizes,
  { database, isTimed }: { database?: string | undefined; isTimed: boolean },
): Promise<Report> {
  const scratch = await filledDatabase(records, database);
  try {
    if (!database) await withClient(scratch.url, writeWords);
    const instance = await startBenchInstance(scratch);
    const target = { ...instance, records, seed: 1 };
    const rates = new Map(words.map(({ word }): [string, number[]] => [word, []]));
    let failed = 0;
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const { word } of words) {
        const requests = { method: 'GET', paths: [`/incidents?q=${word}`] } as const;
        const one = await runWrk(target, requests, connections, seconds);
        failed += one.failed;
        if (round > 0) rates.get(word)?.push(one.perSecond);
      }
    }
    await instance.stop();
    const rateOf = (word: string) => median(rates.get(word) ?? []);
    return {
      figures: { records, rounds, failed },
      faults: failed > 0 ? [`${failed} requests failed`] : [],
      notes: words.map(
        ({ word, share }) =>
          `${word}, in ${share * 100} %: ${rateOf(word).toFixed(0)} a second (${(rates.get(word) ?? []).map((rate) => rate.toFixed(0)).join(', ')})`,
      ),
      ...(isTimed && {
        goals: words.flatMap((one) =>
          'goal' in one
            ? [
                atLeast(
                  `searches a second, word in ${one.share * 100} %`,
                  rateOf(one.word),
                  one.goal,
                ),
              ]
            : [],
        ),
      }),
    };
  } finally {
    await killRest();
    await scratch.drop();
  }
}
