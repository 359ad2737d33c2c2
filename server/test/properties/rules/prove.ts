// Rules agree with a naive interpreter of the decisions: random rules over random histories of an incident.
import { isDeepStrictEqual } from 'node:util';
import { conditionFieldsOf } from '../../../src/records/index.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { NaiveRules } from './naive.ts';
import { customFields, type Plant, Subject } from './subject.ts';
import { conditionNames, customKeys, drawWorld, timeOf, type World } from './world.ts';

export interface RuleSizes {
  cases: number;
  seed: number;
}

interface Tally {
  steps: number;
  refused: number;
  runs: number;
  skipped: number;
  steps_with_several: number;
}

const MAX_FAULTS = 20;

const names = [...conditionNames, ...customKeys.map((key) => `custom.${key}`)];

let known: ReturnType<typeof conditionFields> | undefined;

function conditionFields() {
  const all = conditionFieldsOf('incident', customFields);
  return new Map(
    names.flatMap((name) => {
      const field = all.get(name);
      return field ? [[name, field] as const] : [];
    }),
  );
}

/** Returns the first difference. */
async function walk(world: World, plant: Plant, tally: Tally): Promise<string | undefined> {
  const subject = new Subject(world, plant);
  const model = new NaiveRules(world);
  for (const [at, step] of world.steps.entries()) {
    const now = timeOf(at).getTime();
    const [actual, expected] = [await subject.apply(step, now), model.apply(step, now)];
    tally.steps += 1;
    tally.refused += expected.refused === null ? 0 : 1;
    tally.runs += expected.runs.length;
    tally.skipped += expected.runs.reduce((sum, { skipped }) => sum + skipped.length, 0);
    tally.steps_with_several += expected.runs.length > 1 ? 1 : 0;
    if (
      !isDeepStrictEqual(actual, expected) ||
      !isDeepStrictEqual(subject.rotations, { ...model.rotations })
    )
      return `step ${at}: ${JSON.stringify(actual)}\nthe model says ${JSON.stringify(expected)}\nturns ${JSON.stringify([subject.rotations, model.rotations])}\nof ${JSON.stringify(world)}`;
  }
  return undefined;
}

export const drawCase = (seed: number): World => {
  const random: Random = randomFrom(seed);
  known ??= conditionFields();
  // Rules pass through JSON, as those of callers and of the database do.
  return JSON.parse(JSON.stringify(drawWorld(random, known))) as World;
};

export async function compareRules(
  { cases, seed }: RuleSizes,
  plant: Plant = {},
  maxFaults = MAX_FAULTS,
): Promise<Report> {
  const tally: Tally = { steps: 0, refused: 0, runs: 0, skipped: 0, steps_with_several: 0 };
  const faults: string[] = [];
  for (let at = 0; at < cases && faults.length < maxFaults; at += 1) {
    const found = await walk(drawCase(seed + at), plant, tally).catch(
      (error: Error) => error.stack ?? error.message,
    );
    if (found !== undefined) faults.push(`case ${seed + at}: ${found}`);
  }
  return {
    figures: { cases, ...tally, differences: faults.length },
    faults,
    goals: [atMost('differences from the naive interpreter of rules', faults.length, 0)],
  };
}

export const proveRules = (sizes: RuleSizes): Promise<Report> => compareRules(sizes);
