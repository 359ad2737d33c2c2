// What the clock tells, and when: each threshold once per target period. Pure rules, as those of the clock.
import type { EventType } from '../../events/index.ts';
import { BREACH_SHARE, type Clock, elapsedMs, thresholdAt, WARNING_SHARE } from './sla.clock.ts';

/** When each threshold was told in this period; null while it was not. */
export interface Marks {
  sla_warned_at: string | null;
  sla_breached_at: string | null;
}

export const unmarked: Marks = { sla_warned_at: null, sla_breached_at: null };

interface Threshold {
  event: EventType & `sla.${string}`;
  share: number;
  mark: keyof Marks;
}

/** In the order in which a clock meets them. */
const thresholds: readonly Threshold[] = [
  { event: 'sla.breach_warning', share: WARNING_SHARE, mark: 'sla_warned_at' },
  { event: 'sla.breached', share: BREACH_SHARE, mark: 'sla_breached_at' },
];

/** A deleted record tells nobody anything. */
type Watched = Clock & Marks & { deleted_at: string | null };

const isBehind = (clock: Clock, { share }: Threshold, now: Date): boolean =>
  elapsedMs(clock, now) >= clock.sla_target_seconds * 1000 * share;

/** Behind the clock and not told yet. */
export const dueThresholds = (watched: Watched, now: Date): Threshold[] =>
  watched.deleted_at === null
    ? thresholds.filter((one) => watched[one.mark] === null && isBehind(watched, one, now))
    : [];

/** The record once it has told these. */
export function markFired<W extends Watched>(watched: W, fired: readonly Threshold[], at: string) {
  const marked = { ...watched, ...Object.fromEntries(fired.map(({ mark }) => [mark, at])) };
  return { ...marked, sla_next_due_at: nextDueAt(marked) };
}

/** When the clock has something to tell next, if nobody touches the record. */
export function nextDueAt(watched: Watched): string | null {
  if (watched.sla_halted_at !== null || watched.deleted_at !== null) return null;
  const next = thresholds.find((one) => watched[one.mark] === null);
  return next ? thresholdAt(watched, next.share) : null;
}

/** Another target for the time already counted. What the period before has told and is still true is not told again. */
export function beginPeriod<W extends Watched>(watched: W, targetSeconds: number, now: Date): W {
  const clock = { ...watched, sla_target_seconds: targetSeconds };
  const kept = thresholds.filter((one) => isBehind(clock, one, now));
  return {
    ...clock,
    ...unmarked,
    ...Object.fromEntries(kept.map(({ mark }) => [mark, watched[mark]])),
  };
}
