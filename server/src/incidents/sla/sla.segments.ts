// Computes the segments of the SLA clock from the transitions in the audit trail.
import { type Clock, elapsedMs, type Phase, phaseOf, wholeSeconds } from './sla.clock.ts';
import type { State } from '../incidents.states.ts';

/** An audit entry that changed the state or the leader describes a transition. */
export interface Transition {
  at: string;
  kind: string;
  actor: string;
  request_id: string;
  /** The state is null at creation. */
  from: State | null;
  to: State;
  /** Absent if the incident was no duplicate before or after it. */
  leader?: { from: string | null; to: string | null };
}

interface Segment {
  state: Phase;
  from: string;
  /** The end is null for the current segment. */
  to: string | null;
  seconds: number;
  cause: { kind: string; actor: string; request_id: string };
}

interface SegmentList {
  /** The totals before the first segment are present if the transitions do not reach back to the creation. */
  earlier?: { running_seconds: number; halted_seconds: number };
  segments: Segment[];
}

type Change = Pick<Transition, 'from' | 'to' | 'leader'>;

const phaseAfter = ({ to, leader }: Change): Phase =>
  phaseOf({ state: to, merged_into: leader?.to ?? null });

export const changesPhase = (change: Change): boolean => {
  const { from, leader } = change;
  return (
    from === null ||
    phaseOf({ state: from, merged_into: leader?.from ?? null }) !== phaseAfter(change)
  );
};

/**
 * Rounds to whole seconds by differences of the running sum, so that the rounded parts add up to the whole seconds of
 * their total.
 */
const roundedParts = (ms: readonly number[]): number[] => {
  let sum = 0;
  return ms.map((part) => {
    const before = wholeSeconds(sum);
    sum += part;
    return wholeSeconds(sum) - before;
  });
};

export function segmentsOf(
  clock: Clock,
  transitions: readonly Transition[],
  now: Date,
): SegmentList {
  const starts = transitions.filter(changesPhase);
  const spans = starts.map((transition, index) => {
    const to = starts[index + 1]?.at ?? null;
    const ms = (to === null ? now.getTime() : Date.parse(to)) - Date.parse(transition.at);
    return { transition, to, ms, runs: phaseAfter(transition) === 'running' };
  });
  const running = spans.filter(({ runs }) => runs);
  const halted = spans.filter(({ runs }) => !runs);
  const sumOf = (some: typeof spans) => some.reduce((sum, { ms }) => sum + ms, 0);
  // The clock has the totals; time that the spans do not cover precedes them.
  const ranMs = elapsedMs(clock, now);
  const haltedMs = now.getTime() - Date.parse(clock.created_at) - ranMs;
  const [ranBefore = 0, ...ranSeconds] = roundedParts([
    ranMs - sumOf(running),
    ...running.map(({ ms }) => ms),
  ]);
  const [haltedBefore = 0, ...haltedSeconds] = roundedParts([
    haltedMs - sumOf(halted),
    ...halted.map(({ ms }) => ms),
  ]);
  const isComplete = starts[0]?.from === null;
  return {
    ...(!isComplete && { earlier: { running_seconds: ranBefore, halted_seconds: haltedBefore } }),
    segments: spans.map(({ transition, to, runs }) => ({
      state: phaseAfter(transition),
      from: transition.at,
      to,
      seconds: (runs ? ranSeconds : haltedSeconds).shift() ?? 0,
      cause: { kind: transition.kind, actor: transition.actor, request_id: transition.request_id },
    })),
  };
}
