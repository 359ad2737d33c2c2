// Totals while everything changes: writers over HTTP, folds beside them, and a checker that never stops.
import { setTimeout as sleep } from 'node:timers/promises';
import { incidentTotals } from '../../server/src/incidents/index.ts';
import { foldTotals } from '../../server/src/platform/lists/totals.ts';
import { type Instance, startInstance } from '../../server/test/harness.ts';
import { changesMade, churn } from '../support/churn.ts';
import { fillIncidents } from '../support/fill.ts';
import { withClient } from '../../server/test/databases.ts';
import { generateIncidents } from '../load/generate.ts';
import { randomFrom } from '../support/random.ts';
import type { Report } from '../support/report.ts';
import { differencesInOneSnapshot, differencesOverHttp, differencesWhenFolded } from './check.ts';
import { costsOf } from './cost.ts';
import { questions } from './questions.ts';

export interface TotalOptions {
  writes: number;
  records: number;
  writers: number;
  seed: number;
}

const DAYS = 6;
const FOLDERS = 2;
/** The worker folds every second; oftener meets more writes halfway. */
const FOLD_PAUSE_MS = [50, 200] as const;
const CHECK_PAUSE_MS = 50;

const fold = (instance: Instance) => foldTotals(instance.deps.unprepared, incidentTotals);

/** Far more than 20,000 deltas at a time need: a fold that takes nothing away would never end. */
const MOST_FOLDS = 100;

async function foldAll(instance: Instance): Promise<void> {
  for (let folds = 0; folds < MOST_FOLDS; folds += 1) if ((await fold(instance)) === 0) return;
  throw new Error(`${MOST_FOLDS} folds have not emptied the deltas`);
}

/** Some thousands through the triggers; millions as proof/load makes them, counted in one pass. */
const MOST_BY_TRIGGER = 100_000;
/** Records that the writers change: enough never to wait for each other much. */
const MOST_CHURNED = 100_000;

const fill = (instance: Instance, records: number): Promise<void> =>
  records > MOST_BY_TRIGGER
    ? withClient(instance.deps.config.DATABASE_URL, (client) =>
        generateIncidents(client, records, (text) => console.error(text)),
      )
    : fillIncidents(instance, records, DAYS);

/** Two at once, as two processes would. */
async function foldUntil(instance: Instance, signal: AbortSignal, seed: number): Promise<number> {
  const [shortest, longest] = FOLD_PAUSE_MS;
  const folders = Array.from({ length: FOLDERS }, async (_, folder) => {
    const random = randomFrom(seed + folder);
    let folded = 0;
    while (!signal.aborted) {
      folded += await fold(instance);
      await sleep(shortest + random.below(longest - shortest));
    }
    return folded;
  });
  return (await Promise.all(folders)).reduce((sum, one) => sum + one, 0);
}

async function checkUntil(
  instance: Instance,
  signal: AbortSignal,
  faults: string[],
): Promise<number> {
  let checks = 0;
  while (!signal.aborted) {
    faults.push(...(await differencesInOneSnapshot(instance, questions)));
    checks += questions.length;
    await sleep(CHECK_PAUSE_MS);
  }
  return checks;
}

export async function proveTotals(options: TotalOptions): Promise<Report> {
  const { writes, records, writers, seed } = options;
  const instance = await startInstance({ pool: writers + 4 });
  const faults: string[] = [];
  const over = new AbortController();
  try {
    await fill(instance, records);
    await foldAll(instance);
    const ids = await instance.sql(`select id from incidents limit ${MOST_CHURNED}`);
    const writing = churn(instance, {
      seed,
      writers,
      ids: ids.map(({ id }) => id),
      most: writes,
      pauseMs: 0,
    });
    const beside = Promise.all([
      foldUntil(instance, over.signal, seed),
      checkUntil(instance, over.signal, faults),
    ]);
    await Promise.race([writing.ended, beside]);
    over.abort();
    await writing.stop();
    const [folded, checks] = await beside;
    faults.push(...(await differencesOverHttp(instance, questions)));
    await foldAll(instance);
    faults.push(...(await differencesInOneSnapshot(instance, questions)));
    faults.push(...(await differencesOverHttp(instance, questions)));
    faults.push(...(await differencesWhenFolded(instance)));
    return {
      figures: {
        seed,
        writes: writing.writes(),
        changes: await changesMade(instance),
        deltas_folded_beside: folded,
        comparisons_beside: checks,
        comparisons_at_rest: questions.length * 3,
        differences: faults.length,
        ...(await costsOf(instance, () => fold(instance))),
      },
      faults: faults.map((fault) => `seed ${seed}: ${fault}`),
    };
  } finally {
    over.abort();
    await instance.stop();
  }
}
