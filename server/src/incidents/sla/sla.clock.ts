// The resolution clock runs, pauses and stops by state, and each threshold fires once per target period.
import { clockElapsedMs, type Clocks, type hoursReader, nextDueOf } from '../../sla/index.ts';
import type { State } from '../incidents.states.ts';

export const phaseNames = ['running', 'paused', 'stopped'] as const;
export type Phase = (typeof phaseNames)[number];

export const phases: Record<State, Phase> = {
  new: 'running',
  in_progress: 'running',
  reopened: 'running',
  on_hold: 'paused',
  resolved: 'stopped',
  closed: 'stopped',
  cancelled: 'stopped',
};

export interface Clock {
  created_at: string;
  sla_target_seconds: number;
  /** The sum of all finished halts (on hold, or resolved and reopened) does not count towards the target. */
  sla_paused_ms: number;
  /** The time of the pause or stop is null while the clock runs. */
  sla_halted_at: string | null;
  /** A policy's clock of the resolution takes the place of this one, whose columns then follow from it. */
  sla_clocks?: Clocks | null;
}

const isOfPolicy = ({ sla_clocks }: Pick<Clock, 'sla_clocks'>): boolean =>
  sla_clocks?.resolution !== undefined;

const WARNING_SHARE = 0.75;
const BREACH_SHARE = 1;

const isoAt = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns when `share` of the target is used if the clock is not paused again. */
const thresholdAt = (
  { created_at, sla_target_seconds, sla_paused_ms }: Clock,
  share: number,
): string => isoAt(Date.parse(created_at) + sla_target_seconds * 1000 * share + sla_paused_ms);

export const breachAt = (clock: Clock): string =>
  clock.sla_clocks?.resolution?.breach_at ?? thresholdAt(clock, BREACH_SHARE);

interface ClockFields {
  state: State;
  /** A duplicate names its leader. */
  merged_into?: string | null;
}

/** The clock of a duplicate that would run is paused: the work is done in its leader. */
export const phaseOf = ({ state, merged_into = null }: ClockFields): Phase =>
  phases[state] === 'running' && merged_into !== null ? 'paused' : phases[state];

/** Moves the clock to another state, and adds the duration of a halt that ends to `sla_paused_ms`. */
export function moveClock<C extends Clock & Pick<ClockFields, 'merged_into'>>(
  clock: C,
  to: State,
  now: Date,
): C {
  if (isOfPolicy(clock)) return clock;
  const runs = phaseOf({ state: to, merged_into: clock.merged_into ?? null }) === 'running';
  if (runs && clock.sla_halted_at !== null) {
    const halted = Math.max(0, now.getTime() - Date.parse(clock.sla_halted_at));
    return { ...clock, sla_paused_ms: clock.sla_paused_ms + halted, sla_halted_at: null };
  }
  if (!runs && clock.sla_halted_at === null) return { ...clock, sla_halted_at: now.toISOString() };
  return clock;
}

/** Returns the time that counts towards the target. A halted clock is read at the time of the halt. */
export const elapsedMs = (clock: Clock, now: Date): number => {
  const until = clock.sla_halted_at === null ? now.getTime() : Date.parse(clock.sla_halted_at);
  return Math.max(0, until - Date.parse(clock.created_at) - clock.sla_paused_ms);
};

export interface Sla {
  state: Phase;
  target_seconds: number;
  elapsed_seconds: number;
  paused_seconds: number;
  remaining_seconds: number;
  warning_at: string;
  breach_at: string;
  breached: boolean;
  as_of: string;
}

export const wholeSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** All clocks of a page are read at the same time, and formatting it is a third of the work. */
const isoTexts = new WeakMap<Date, string>();

const textOf = (now: Date): string => {
  const text = isoTexts.get(now) ?? now.toISOString();
  isoTexts.set(now, text);
  return text;
};

/** Clocks of a policy count the hours of its calendar, which `hoursOf` knows. */
export interface ClockOfPolicy {
  sla_policy?: { calendar_id: string | null } | null;
}

type HoursOf = ReturnType<typeof hoursReader>;

/** Reads the clock at `now`; `remaining_seconds` is negative after a breach. */
export function readClock(
  clock: Clock & ClockFields & ClockOfPolicy,
  now: Date,
  hoursOf: HoursOf = () => null,
): Sla {
  const { sla_target_seconds: target, sla_paused_ms: paused, sla_halted_at: haltedAt } = clock;
  const ofPolicy = clock.sla_clocks?.resolution;
  const phase = ofPolicy ? phasesOfPolicy[ofPolicy.phase] : phaseOf(clock);
  const until = haltedAt === null ? now.getTime() : Date.parse(haltedAt);
  /** A clock that started here without a pause would show the same. */
  const start = Date.parse(clock.created_at) + paused;
  const elapsed = ofPolicy
    ? clockElapsedMs(ofPolicy, now.getTime(), hoursOf(clock.sla_policy?.calendar_id ?? null))
    : Math.max(0, until - start);
  const pausing = phase === 'paused' ? Math.max(0, now.getTime() - until) : 0;
  return {
    state: phase,
    target_seconds: target,
    elapsed_seconds: wholeSeconds(elapsed),
    paused_seconds: wholeSeconds(paused + pausing),
    remaining_seconds: target - wholeSeconds(elapsed),
    warning_at: ofPolicy?.warning_at ?? isoAt(start + target * 1000 * WARNING_SHARE),
    breach_at: ofPolicy?.breach_at ?? isoAt(start + target * 1000 * BREACH_SHARE),
    breached: elapsed >= target * 1000,
    as_of: textOf(now),
  };
}

export const phasesOfPolicy = {
  running: 'running',
  paused: 'paused',
  met: 'stopped',
  cancelled: 'stopped',
} as const;

/** Each mark is the time at which its threshold fired in this period, or null. */
export interface Marks {
  sla_warned_at: string | null;
  sla_breached_at: string | null;
}

export const unmarked: Marks = { sla_warned_at: null, sla_breached_at: null };

interface Threshold {
  share: number;
  mark: keyof Marks;
}

/** Thresholds are in the order in which a clock reaches them. */
const thresholds: readonly Threshold[] = [
  { share: WARNING_SHARE, mark: 'sla_warned_at' },
  { share: BREACH_SHARE, mark: 'sla_breached_at' },
];

/** Thresholds of a deleted record do not fire. */
type ClockState = Clock & Marks & { deleted_at: string | null };

const isReached = (clock: Clock, { share }: Threshold, now: Date): boolean =>
  elapsedMs(clock, now) >= clock.sla_target_seconds * 1000 * share;

/** A target that had been used before its clock halted, because no policy gives another one now, is due at once. */
const ownNextDueAt = (record: ClockState): string | null => {
  const { sla_halted_at: haltedAt } = record;
  const next = thresholds.find((one) => record[one.mark] === null);
  if (!next) return null;
  if (haltedAt === null) return thresholdAt(record, next.share);
  return isReached(record, next, new Date(haltedAt)) ? haltedAt : null;
};

/** Returns when the next threshold of a clock is due if the record is not updated. */
export function nextDueAt(record: ClockState): string | null {
  if (record.deleted_at !== null) return null;
  const own = isOfPolicy(record) ? null : ownNextDueAt(record);
  const ofPolicy = record.sla_clocks ? nextDueOf(record.sla_clocks) : null;
  return own !== null && ofPolicy !== null && ofPolicy < own ? ofPolicy : (own ?? ofPolicy);
}

/** Sets a new target for the elapsed time. Thresholds that fired before and are still reached do not fire again. */
export function beginPeriod<W extends ClockState>(record: W, targetSeconds: number, now: Date): W {
  if (isOfPolicy(record)) return record;
  const clock = { ...record, sla_target_seconds: targetSeconds };
  const stillReached = thresholds.filter((one) => isReached(clock, one, now));
  return {
    ...clock,
    ...unmarked,
    ...Object.fromEntries(stillReached.map(({ mark }) => [mark, record[mark]])),
  };
}
