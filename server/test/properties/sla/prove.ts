// The SLA clock equals a naive model: very many histories run by the rules alone, some through the whole service.
import fc from 'fast-check';
import { startInstance } from '../../support/harness.ts';
import type { Report } from '../../support/report.ts';
import { type History, histories } from './history.ts';
import { saveByPolicy } from './policy.ts';
import { beginWithRules, type PlantFault } from './rules.ts';
import { beginWithService } from './service.ts';
import { type Tally, walk } from './walk.ts';

export interface SlaOptions {
  histories: number;
  /** Additional histories use HTTP and the database. */
  served: number;
  seed: number;
}

const START = Date.parse('2026-03-02T08:00:00.000Z');
/** A gap separates two histories of one instance: time never goes back. */
const GAP_MS = 1000;

async function check(
  name: string,
  { numRuns, seed }: { numRuns: number; seed: number },
  live: (history: History) => Promise<unknown>,
): Promise<string[]> {
  const property = fc.asyncProperty(histories, async (history) => void (await live(history)));
  const details = await fc.check(property, { seed, numRuns });
  if (!details.failed) return [];
  const error = details.errorInstance;
  const what = error instanceof Error ? error.message : String(error);
  return [
    `${name}, seed ${seed} path ${details.counterexamplePath}: ${what}\n${JSON.stringify(details.counterexample?.[0])}`,
  ];
}

export const checkRules = (
  numRuns: number,
  seed: number,
  tally: Tally,
  plantFault?: PlantFault,
): Promise<string[]> =>
  check('by the rules', { numRuns, seed }, (history) =>
    walk(history, START, beginWithRules(plantFault), tally),
  );

const checkPolicy = (numRuns: number, seed: number, tally: Tally): Promise<string[]> =>
  check('by a policy round the clock', { numRuns, seed }, (history) =>
    walk(history, START, beginWithRules(undefined, saveByPolicy), tally),
  );

async function checkService(numRuns: number, seed: number, tally: Tally): Promise<string[]> {
  const clock = { at: START };
  const instance = await startInstance({ now: () => new Date(clock.at) });
  const begin = beginWithService(instance, clock);
  try {
    return await check('through the service', { numRuns, seed }, (history) =>
      walk(history, clock.at + GAP_MS, begin, tally),
    );
  } finally {
    await instance.stop();
  }
}

export async function proveSla(options: SlaOptions): Promise<Report> {
  const { histories: lived, served, seed } = options;
  const [ruled, ofPolicy, through] = [
    { steps: 0, events: 0 },
    { steps: 0, events: 0 },
    { steps: 0, events: 0 },
  ];
  const faults = [
    ...(await checkRules(lived, seed, ruled)),
    ...(await checkPolicy(lived, seed, ofPolicy)),
    ...(await checkService(served, seed + 1, through)),
  ];
  return {
    figures: {
      seed,
      histories: lived,
      steps: ruled.steps,
      events: ruled.events,
      events_by_a_policy: ofPolicy.events,
      histories_through_the_service: served,
      steps_through_the_service: through.steps,
      events_through_the_service: through.events,
      divergences: faults.length,
    },
    faults,
  };
}
