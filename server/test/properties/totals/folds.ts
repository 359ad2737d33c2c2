// Folds run beside the writes of a test, as those of two workers do.
import { setTimeout as sleep } from 'node:timers/promises';
import { foldStats, incidentTotals, requesterTotals } from '../../../src/incidents/index.ts';
import { foldTotals } from '../../../src/platform/lists/totals.ts';
import type { Instance } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';

const FOLDERS = 2;
/** The worker folds every second; a shorter pause overlaps with more writes. */
const FOLD_PAUSE_MS = [50, 200] as const;

export async function fold({ deps: { db } }: Instance): Promise<number> {
  const totals = await foldTotals(db, incidentTotals);
  const ofRequesters = await foldTotals(db, requesterTotals);
  return totals + ofRequesters + (await foldStats(db));
}

/** Folding 20,000 deltas needs far fewer: a fold that removes nothing would never end. */
const MAX_FOLDS = 100;

export async function foldAll(instance: Instance): Promise<void> {
  for (let folds = 0; folds < MAX_FOLDS; folds += 1) if ((await fold(instance)) === 0) return;
  throw new Error(`${MAX_FOLDS} folds have not emptied the deltas`);
}

/** Runs two concurrent folds, as two processes would. */
export async function foldUntil(
  instance: Instance,
  signal: AbortSignal,
  seed: number,
): Promise<number> {
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
