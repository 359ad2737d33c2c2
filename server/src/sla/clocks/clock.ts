// A clock counts the time that a calendar is open towards a target. All functions are pure: the time is an argument.
//
// A clock knows since when it last ran, and how much had elapsed before. One that does not run also knows what has elapsed
// by then, so that a clock that has ended keeps its times when somebody changes the calendar later.
import { dueAt, type OpenHours, openTime } from '../../calendars/index.ts';

/** Null: round the clock. */
export type Hours = OpenHours | null;

export const clockPhases = ['running', 'paused', 'met', 'cancelled'] as const;
export type ClockPhase = (typeof clockPhases)[number];

export interface Clock {
  phase: ClockPhase;
  target_seconds: number;
  /** The creation of the record, or for updates the last response. */
  started_at: string;
  /** When the clock last began to run. */
  since: string;
  /** The time that had elapsed before `since`. */
  before_ms: number;
  /** Null while the clock runs. */
  halted_at: string | null;
  /** The time that had elapsed when the clock halted; null while it runs. */
  elapsed_ms: number | null;
  /** Time on the wall in which the clock was halted, until it went on. */
  halted_ms: number;
  warning_at: string;
  breach_at: string;
  /** When each threshold fired in this target period. */
  warned_at: string | null;
  breached_at: string | null;
  met_at: string | null;
}

const WARNING_SHARE = 0.75;

const isoText = (instant: number): string => new Date(instant).toISOString();

export const openBetween = (hours: Hours, from: number, to: number): number =>
  hours ? openTime(hours, from, to) : Math.max(0, to - from);

/** A calendar with hardly any hours reaches no target: the time is then one that nobody waits for. */
const UNREACHED = Date.parse('2200-01-01T00:00:00.000Z');

/** A negative amount lies in the past; a calendar answers it with `from`, since when the target is exceeded. */
const dueFrom = (hours: Hours, from: number, amount: number): number =>
  hours ? (dueAt(hours, from, amount) ?? UNREACHED) : from + amount;

function thresholdAt(clock: Clock, hours: Hours, share: number): string {
  const { since, before_ms, target_seconds } = clock;
  return isoText(dueFrom(hours, Date.parse(since), target_seconds * 1000 * share - before_ms));
}

const withThresholds = (clock: Clock, hours: Hours): Clock => ({
  ...clock,
  warning_at: thresholdAt(clock, hours, WARNING_SHARE),
  breach_at: thresholdAt(clock, hours, 1),
});

export const isRunning = ({ halted_at }: Pick<Clock, 'halted_at'>): boolean => halted_at === null;

export function startClock(at: string, target_seconds: number, hours: Hours): Clock {
  const clock: Clock = {
    phase: 'running',
    target_seconds,
    started_at: at,
    since: at,
    before_ms: 0,
    halted_at: null,
    elapsed_ms: null,
    halted_ms: 0,
    warning_at: at,
    breach_at: at,
    warned_at: null,
    breached_at: null,
    met_at: null,
  };
  return withThresholds(clock, hours);
}

export const elapsedMs = (clock: Clock, now: number, hours: Hours): number =>
  clock.elapsed_ms ?? clock.before_ms + openBetween(hours, Date.parse(clock.since), now);

/** Moves the clock to another phase. It counts while it runs, and goes on where it was. */
export function moveTo(clock: Clock, phase: ClockPhase, at: string, hours: Hours): Clock {
  if (phase === clock.phase) return clock;
  const now = Date.parse(at);
  const met_at = phase === 'met' ? at : null;
  const elapsed_ms = elapsedMs(clock, now, hours);
  const { halted_at: haltedAt } = clock;
  if (phase !== 'running')
    return { ...clock, phase, halted_at: haltedAt ?? at, elapsed_ms, met_at };
  const halted = haltedAt === null ? 0 : Math.max(0, now - Date.parse(haltedAt));
  const resumed: Clock = {
    ...clock,
    phase,
    since: at,
    before_ms: elapsed_ms,
    halted_at: null,
    elapsed_ms: null,
    halted_ms: clock.halted_ms + halted,
    met_at,
  };
  return withThresholds(resumed, hours);
}

export interface Threshold {
  name: 'warning' | 'breach';
  at: 'warning_at' | 'breach_at';
  mark: 'warned_at' | 'breached_at';
}

/** Thresholds are in the order in which a clock reaches them. */
const thresholds: readonly Threshold[] = [
  { name: 'warning', at: 'warning_at', mark: 'warned_at' },
  { name: 'breach', at: 'breach_at', mark: 'breached_at' },
];

const shareOf = { warning: WARNING_SHARE, breach: 1 } as const;

const isReached = (clock: Clock, { name }: Threshold, now: number, hours: Hours): boolean =>
  elapsedMs(clock, now, hours) >= clock.target_seconds * 1000 * shareOf[name];

/** Marks of an earlier period stay for the thresholds that are still reached, so that these do not fire again. */
export function withMarksOf(
  clock: Clock,
  earlier: Clock | undefined,
  now: number,
  hours: Hours,
): Clock {
  if (!earlier || earlier.started_at !== clock.started_at) return clock;
  const marks = thresholds
    .filter((one) => isReached(clock, one, now, hours))
    .map(({ mark }) => [mark, earlier[mark]]);
  return { ...clock, ...Object.fromEntries(marks) };
}

/** Gives the clock another target for the time that has elapsed, which begins a target period. */
export function retarget(clock: Clock, target_seconds: number, now: number, hours: Hours): Clock {
  if (target_seconds === clock.target_seconds) return clock;
  const unmarked = { ...clock, target_seconds, warned_at: null, breached_at: null };
  return withMarksOf(withThresholds(unmarked, hours), clock, now, hours);
}

export const isBreached = (clock: Clock, now: number, hours: Hours): boolean =>
  elapsedMs(clock, now, hours) >= clock.target_seconds * 1000;

/**
 * Returns the thresholds that are due and have not fired. A halted clock has some if its target was changed to one that
 * had already been used.
 */
export const dueThresholds = (clock: Clock, now: number): Threshold[] =>
  thresholds.filter(
    ({ name, at, mark }) =>
      clock[mark] === null &&
      (clock.elapsed_ms === null
        ? Date.parse(clock[at]) <= now
        : clock.elapsed_ms >= clock.target_seconds * 1000 * shareOf[name]),
  );

/**
 * Returns when the next threshold is due if nothing changes. That of a paused clock is due since the pause, if a new policy
 * gave it a target that was used already.
 */
export function nextThresholdAt(clock: Clock): string | null {
  const next = thresholds.find(({ mark }) => clock[mark] === null);
  if (!next) return null;
  if (isRunning(clock)) return clock[next.at];
  if (
    clock.phase !== 'paused' ||
    (clock.elapsed_ms ?? 0) < clock.target_seconds * 1000 * shareOf[next.name]
  )
    return null;
  return clock.halted_at;
}
