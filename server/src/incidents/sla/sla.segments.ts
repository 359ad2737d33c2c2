// The clock told as a sum: when it ran, paused and stood, and who moved it. Pure, from the moves of the trail.
import { type Clock, elapsedMs, type Phase, phases, wholeSeconds } from './sla.clock.ts';
import type { State } from '../incidents.states.ts';

/** A change of state, as its entry tells it. */
export interface Move {
  at: string;
  kind: string;
  actor: string;
  request_id: string;
  /** Null at creation. */
  from: State | null;
  to: State;
}

interface Segment {
  state: Phase;
  from: string;
  /** Null while it lasts. */
  to: string | null;
  seconds: number;
  cause: { kind: string; actor: string; request_id: string };
}

interface Reckoning {
  /** What came before the first segment, when the trail does not reach back to the creation. */
  earlier?: { running_seconds: number; halted_seconds: number };
  segments: Segment[];
}

export const shiftsPhase = ({ from, to }: Pick<Move, 'from' | 'to'>): boolean =>
  from === null || phases[from] !== phases[to];

/**
 * Whole seconds that add up: each part gets what the running sum gains, so that the parts of `ms` sum up to the
 * whole seconds of their sum and not to less.
 */
const roundedParts = (ms: readonly number[]): number[] => {
  let sum = 0;
  return ms.map((part) => {
    const before = wholeSeconds(sum);
    sum += part;
    return wholeSeconds(sum) - before;
  });
};

export function segmentsOf(clock: Clock, moves: readonly Move[], now: Date): Reckoning {
  const starts = moves.filter(shiftsPhase);
  const spans = starts.map((move, index) => {
    const to = starts[index + 1]?.at ?? null;
    const ms = (to === null ? now.getTime() : Date.parse(to)) - Date.parse(move.at);
    return { move, to, ms, runs: phases[move.to] === 'running' };
  });
  const running = spans.filter(({ runs }) => runs);
  const halted = spans.filter(({ runs }) => !runs);
  const sumOf = (some: typeof spans) => some.reduce((sum, { ms }) => sum + ms, 0);
  // The clock knows the whole; what the spans do not show of it came before them.
  const ran = elapsedMs(clock, now);
  const stood = now.getTime() - Date.parse(clock.created_at) - ran;
  const [ranBefore = 0, ...ranSeconds] = roundedParts([
    ran - sumOf(running),
    ...running.map(({ ms }) => ms),
  ]);
  const [stoodBefore = 0, ...stoodSeconds] = roundedParts([
    stood - sumOf(halted),
    ...halted.map(({ ms }) => ms),
  ]);
  const isWhole = starts[0]?.from === null;
  return {
    ...(!isWhole && { earlier: { running_seconds: ranBefore, halted_seconds: stoodBefore } }),
    segments: spans.map(({ move, to, runs }) => ({
      state: phases[move.to],
      from: move.at,
      to,
      seconds: (runs ? ranSeconds : stoodSeconds).shift() ?? 0,
      cause: { kind: move.kind, actor: move.actor, request_id: move.request_id },
    })),
  };
}
