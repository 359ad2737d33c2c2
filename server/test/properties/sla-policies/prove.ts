// Clocks of policies: what each write leaves, what a rebuild of the whole history gives, and what a naive interpreter of the
// decisions says are the same after every step of random histories.
import { isDeepStrictEqual } from 'node:util';
import type { Clocks } from '../../../src/sla/index.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { NaiveRecord, type NaiveTarget } from './naive.ts';
import { drawSteps, firstFacts, type Step } from './steps.ts';
import { type Plant, type Row, Subject } from './subject.ts';
import { drawWorld, type World } from './world.ts';

export interface LedgerSizes {
  histories: number;
  days: number;
  seed: number;
}

interface Tally {
  steps: number;
  targets: number;
  events: number;
}

/** A fault of the service gives a difference in nearly every history. */
const MAX_FAULTS = 20;

type Shown = ReturnType<Subject['targets']>[number];

const isSameTime = (subject: Subject, shown: string, expected: number | undefined): boolean =>
  expected === undefined || subject.minuteOf(shown) === expected;

function differs(subject: Subject, shown: Shown | undefined, expected: NaiveTarget): boolean {
  if (!shown) return true;
  return !(
    (shown.policy?.id ?? null) === expected.policy &&
    shown.state === expected.state &&
    shown.target_seconds === expected.target * 60 &&
    shown.elapsed_seconds === expected.elapsed * 60 &&
    (shown.met_at === null ? null : subject.minuteOf(shown.met_at)) === expected.met_at &&
    isSameTime(subject, shown.warning_at, expected.warning_at) &&
    isSameTime(subject, shown.breach_at, expected.breach_at)
  );
}

/**
 * A note and another request of the same instant may be in either order in the history. So it does not matter when a clock
 * last went on or was halted, nor what a threshold shows that is behind, or that a response has made irrelevant.
 */
const comparable = (clocks: Clocks | null, shown: readonly Shown[]) =>
  clocks &&
  Object.fromEntries(
    Object.entries(clocks).map(([metric, clock]) => {
      const {
        since: _,
        before_ms: _before,
        warning_at,
        breach_at,
        halted_at,
        halted_ms,
        ...rest
      } = clock;
      const { elapsed_seconds = 0 } = shown.find((one) => one.metric === metric) ?? {};
      const isPast = (share: number) =>
        elapsed_seconds >= share * clock.target_seconds || clock.phase === 'met';
      return [
        metric,
        {
          ...rest,
          warning_at: isPast(0.75) ? null : warning_at,
          breach_at: isPast(1) ? null : breach_at,
          ...(metric === 'resolution' && { halted_at, halted_ms }),
        },
      ];
    }),
  );

/** A policy keeps the values by which its condition held when it was chosen. */
const withoutInputs = (policy: Row['sla_policy']) => policy && { ...policy, inputs: {} };

const columnsOf = (subject: Subject, row: Row, shown: readonly Shown[]) =>
  subject.record.columns.map((column) => {
    if (column === 'sla_clocks') return comparable(row.sla_clocks, shown);
    return column === 'sla_policy' ? withoutInputs(row.sla_policy) : row[column];
  });

const text = (value: unknown): string => JSON.stringify(value, null, 1);

async function compare(
  subject: Subject,
  model: NaiveRecord,
  at: number,
  tally: Tally,
): Promise<string[]> {
  const events = [subject.emitted, model.emitted].map((all) => all.toSorted());
  if (!isDeepStrictEqual(events[0], events[1]))
    return [`events ${text(events[0])}\nthe model says ${text(events[1])}`];
  if (model.isOutdated && !subject.record.isEnded(subject.row)) return [];
  const [shown, expected] = [subject.targets(at), model.targets(at)];
  tally.targets += expected.length;
  const isWrong =
    shown.length !== expected.length ||
    expected.some((one) =>
      differs(
        subject,
        shown.find(({ metric }) => metric === one.metric),
        one,
      ),
    );
  if (isWrong) return [`targets ${text(shown)}\nthe model says ${text(expected)}`];
  if (model.isOutdated) return [];
  const halted = (subject.row as unknown as { sla_paused_ms?: number }).sla_paused_ms;
  if (halted !== undefined && halted !== model.haltedMs(at))
    return [`paused for ${halted} ms, the model says ${model.haltedMs(at)}`];
  const [rebuilt] = await subject.rebuilt(at);
  const [is, would] = [subject.row, rebuilt as Row].map((row) => columnsOf(subject, row, shown));
  return isDeepStrictEqual(is, would)
    ? []
    : [`columns ${text(is)}\na rebuild gives ${text(would)}`];
}

/** Returns the first difference. */
async function walk(random: Random, world: World, plant: Plant, tally: Tally): Promise<string[]> {
  const first = firstFacts(random, world);
  const subject = new Subject(world, plant);
  const model = new NaiveRecord(world, first);
  await subject.create(first);
  const steps: Step[] = [];
  const explain = (fault: string) =>
    `${fault}\nafter ${JSON.stringify([first, ...steps])}\nof ${JSON.stringify(world)}`;
  let last = 0;
  for (const step of drawSteps(random, world, first)) {
    const { at } = step;
    steps.push(step);
    tally.steps += 1;
    try {
      model.sweep(at);
      subject.sweep(last, at);
      if (step.do === 'write') {
        model.write(step);
        await subject.write(step);
      } else if (step.do === 'define') {
        model.define(at, step.isRecomputed);
        await subject.define(step);
      }
      const faults = await compare(subject, model, at, tally);
      if (faults[0]) return [explain(faults[0])];
    } catch (error) {
      return [explain(error instanceof Error ? (error.stack ?? '') : String(error))];
    }
    last = at;
  }
  tally.events += subject.emitted.length;
  return [];
}

export async function compareLedger(
  { histories, days, seed }: LedgerSizes,
  plant: Plant = {},
  maxFaults = MAX_FAULTS,
): Promise<Report> {
  const tally: Tally = { steps: 0, targets: 0, events: 0 };
  const faults: string[] = [];
  for (let at = 0; at < histories && faults.length < maxFaults; at += 1) {
    const random = randomFrom(seed + at);
    const found = await walk(random, drawWorld(random, days), plant, tally);
    faults.push(...found.map((fault) => `history ${seed + at}: ${fault}`));
  }
  return {
    figures: { histories, ...tally, differences: faults.length },
    faults,
    goals: [atMost('differences', faults.length, 0)],
  };
}

export const proveLedger = (sizes: Record<string, number>): Promise<Report> =>
  compareLedger(sizes as unknown as LedgerSizes);
