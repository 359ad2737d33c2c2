// SLA thresholds: each fires once per target period. Pure functions.
import type { EventType } from '../../events/index.ts';
import { BREACH_SHARE, type Clock, elapsedMs, thresholdAt, WARNING_SHARE } from './sla.clock.ts';

/** When each threshold fired in this period; null if it has not. */
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

/** In the order in which a clock reaches them. */
const thresholds: readonly Threshold[] = [
  { event: 'sla.breach_warning', share: WARNING_SHARE, mark: 'sla_warned_at' },
  { event: 'sla.breached', share: BREACH_SHARE, mark: 'sla_breached_at' },
];

/** Thresholds of a deleted record do not fire. */
type ClockState = Clock & Marks & { deleted_at: string | null };

const isReached = (clock: Clock, { share }: Threshold, now: Date): boolean =>
  elapsedMs(clock, now) >= clock.sla_target_seconds * 1000 * share;

/** Reached and not fired yet. */
export const dueThresholds = (record: ClockState, now: Date): Threshold[] =>
  record.deleted_at === null
    ? thresholds.filter((one) => record[one.mark] === null && isReached(record, one, now))
    : [];

/** The record after these thresholds fired. */
export function markFired<W extends ClockState>(
  record: W,
  fired: readonly Threshold[],
  at: string,
) {
  const marked = { ...record, ...Object.fromEntries(fired.map(({ mark }) => [mark, at])) };
  return { ...marked, sla_next_due_at: nextDueAt(marked) };
}

/** When the next threshold is due if the record is not updated. */
export function nextDueAt(record: ClockState): string | null {
  if (record.sla_halted_at !== null || record.deleted_at !== null) return null;
  const next = thresholds.find((one) => record[one.mark] === null);
  return next ? thresholdAt(record, next.share) : null;
}

/** Sets a new target for the elapsed time. Thresholds that fired before and are still reached do not fire again. */
export function beginPeriod<W extends ClockState>(record: W, targetSeconds: number, now: Date): W {
  const clock = { ...record, sla_target_seconds: targetSeconds };
  const kept = thresholds.filter((one) => isReached(clock, one, now));
  return {
    ...clock,
    ...unmarked,
    ...Object.fromEntries(kept.map(({ mark }) => [mark, record[mark]])),
  };
}
