// A record has its clocks by the terms of one policy. They always equal those that its whole history would give: a step
// that happens now and a history that is read again pass through the same functions.
import {
  type PolicyDefinition,
  type SlaMetric,
  slaMetrics,
} from '../../platform/runtime/sla-definitions.ts';
import {
  type Clock,
  type ClockPhase,
  type Hours,
  isRunning,
  moveTo,
  nextThresholdAt,
  retarget,
  startClock,
  withMarksOf,
} from './clock.ts';

/** A moment says how a record was from a time on, as far as its clocks depend on it. */
export interface Moment {
  at: string;
  state: 'open' | 'held' | 'done' | 'cancelled';
  /** Why it is on hold. */
  reason: string | null;
  /** The work is done in another record. */
  isMerged: boolean;
}

export interface History {
  /** The first one is the creation. */
  moments: readonly Moment[];
  /** When an agent responded, in their order. */
  responses: readonly string[];
}

/** The part of a policy that counts, with the hours of its calendar and the targets of one priority. */
export interface Terms {
  hours: Hours;
  targets: Readonly<Partial<Record<SlaMetric, number>>>;
  pause: PolicyDefinition['pause'];
}

export type Clocks = Readonly<Partial<Record<SlaMetric, Clock>>>;

export const holdReasons = [
  'awaiting_caller',
  'awaiting_change',
  'awaiting_problem',
  'awaiting_vendor',
] as const;

/** A hold without a reason pauses the clocks that every reason pauses. */
const pauses = (reasons: readonly string[], reason: string | null): boolean =>
  reason === null ? holdReasons.every((one) => reasons.includes(one)) : reasons.includes(reason);

/** A record that is done without a response never needed one; its updates and its resolution are met. */
const phaseWhenDone: Readonly<Record<SlaMetric, ClockPhase>> = {
  first_response: 'cancelled',
  update: 'met',
  resolution: 'met',
};

function phaseAt(
  metric: SlaMetric,
  { state, reason, isMerged }: Moment,
  { pause }: Terms,
): ClockPhase {
  if (state === 'cancelled') return 'cancelled';
  if (state === 'done') return phaseWhenDone[metric];
  if (isMerged) return 'paused';
  return state === 'held' && pauses(pause[metric], reason) ? 'paused' : 'running';
}

/** A first response that was given stays given. */
const isFinal = (metric: SlaMetric, { phase }: Clock): boolean =>
  metric === 'first_response' && phase === 'met';

function moveAt(metric: SlaMetric, clock: Clock, moment: Moment, terms: Terms): Clock {
  if (isFinal(metric, clock)) return clock;
  return moveTo(clock, phaseAt(metric, moment, terms), moment.at, terms.hours);
}

/** A response meets the first target, and begins the time until the next update. */
function respondAt(metric: SlaMetric, clock: Clock, at: string, terms: Terms): Clock {
  if (metric === 'first_response')
    return isFinal(metric, clock) ? clock : moveTo(clock, 'met', at, terms.hours);
  if (metric === 'resolution') return clock;
  const next = startClock(at, clock.target_seconds, terms.hours);
  return isRunning(clock) ? next : moveTo(next, clock.phase, at, terms.hours);
}

type Step = { response: string } | { moment: Moment };
const timeOf = (step: Step): string => ('moment' in step ? step.moment.at : step.response);

/** A note that is sent with a change of state is written before it. */
function stepsOf({ moments, responses }: History): Step[] {
  const steps: Step[] = [
    ...responses.map((response) => ({ response })),
    ...moments.slice(1).map((moment) => ({ moment })),
  ];
  return steps.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0));
}

function stepClock(metric: SlaMetric, clock: Clock, step: Step, terms: Terms): Clock {
  return 'moment' in step
    ? moveAt(metric, clock, step.moment, terms)
    : respondAt(metric, clock, step.response, terms);
}

const mapMetrics = (of: (metric: SlaMetric) => Clock | undefined): Clocks =>
  Object.fromEntries(
    slaMetrics.flatMap((metric) => {
      const clock = of(metric);
      return clock ? [[metric, clock] as const] : [];
    }),
  );

/** Computes clocks from nothing but the history; thresholds that fired before under `earlier` do not fire again. */
export function rebuild(terms: Terms, history: History, earlier: Clocks = {}, now = 0): Clocks {
  const [creation] = history.moments;
  if (!creation) throw new Error('a history begins with a creation');
  const steps = stepsOf(history);
  return mapMetrics((metric) => {
    const target = terms.targets[metric];
    if (target === undefined) return undefined;
    const started = moveAt(metric, startClock(creation.at, target, terms.hours), creation, terms);
    const clock = steps.reduce((one, step) => stepClock(metric, one, step, terms), started);
    return withMarksOf(clock, earlier[metric], now, terms.hours);
  });
}

export interface ClockSegment {
  phase: ClockPhase;
  from: string;
  /** The end is null for the last one. */
  to: string | null;
  /** The clock was started anew with it. */
  isStart: boolean;
}

/** Returns the spans of time in which the clock of a metric was in one phase, oldest first and without gaps. */
export function clockSegments(
  metric: SlaMetric,
  target: number,
  terms: Terms,
  history: History,
): ClockSegment[] {
  const [creation] = history.moments;
  if (!creation) return [];
  let clock = moveAt(metric, startClock(creation.at, target, terms.hours), creation, terms);
  const starts = [{ phase: clock.phase, from: creation.at, isStart: true }];
  for (const step of stepsOf(history)) {
    const next = stepClock(metric, clock, step, terms);
    const isStart = next.started_at !== clock.started_at;
    if (isStart || next.phase !== clock.phase)
      starts.push({ phase: next.phase, from: timeOf(step), isStart });
    clock = next;
  }
  return starts
    .map((one, at) => ({ ...one, to: starts[at + 1]?.from ?? null }))
    .filter(({ from, to }) => from !== to);
}

export interface Change {
  moment: Moment;
  /** An agent responds with the change. */
  isResponse: boolean;
}

export const hasSameMetrics = (clocks: Clocks, { targets }: Terms): boolean =>
  slaMetrics.every((metric) => (clocks[metric] === undefined) === (targets[metric] === undefined));

/** Continues clocks under the same policy, and returns the same value if nothing about them changes. */
export function advance(before: Clocks, changes: readonly Change[], terms: Terms): Clocks {
  const clocks = mapMetrics((metric) => {
    const [clock, target] = [before[metric], terms.targets[metric]];
    if (!clock || target === undefined) return clock;
    const moved = changes.reduce((one, { moment, isResponse }) => {
      const responded = isResponse ? respondAt(metric, one, moment.at, terms) : one;
      return moveAt(metric, responded, moment, terms);
    }, clock);
    const now = Date.parse(changes.at(-1)?.moment.at ?? clock.since);
    return retarget(moved, target, now, terms.hours);
  });
  return slaMetrics.every((metric) => clocks[metric] === before[metric]) ? before : clocks;
}

const earliest = (times: readonly (string | null)[]): string | null =>
  times.filter((at) => at !== null).toSorted()[0] ?? null;

/** Two records of clocks with the same text show the same targets; stored ones have their members in any order. */
export const shownTimes = (clocks: Clocks): string =>
  JSON.stringify(
    slaMetrics.map((metric) => {
      const { phase, target_seconds, breach_at, met_at } = clocks[metric] ?? {};
      return [phase, target_seconds, breach_at, met_at];
    }),
  );

export const nextDueAt = (clocks: Clocks): string | null =>
  earliest(Object.values(clocks).map(nextThresholdAt));

/** Returns the metric of the running clock that is breached first. */
export function nextTarget(
  clocks: Clocks,
  metrics: readonly SlaMetric[] = slaMetrics,
): SlaMetric | undefined {
  const running = metrics.filter((metric) => clocks[metric] && isRunning(clocks[metric]));
  const at = (metric: SlaMetric) => clocks[metric]?.breach_at ?? '';
  return running.toSorted((a, b) => (at(a) < at(b) ? -1 : 1))[0];
}
