// Computes what is shown of a target from the clock of the record and the time.
import { targetText } from '../../ui/charts/target-text.ts';
import type { SlaTarget, SlaTargetHistory } from '../../api/index.ts';
import type { OpenPart } from '../../ui/charts/sla-picture.ts';
import { duration } from '../../ui/marks/time.ts';

export interface TargetView {
  mark: '' | '▲' | '✕' | '‖' | '✓';
  tone: 'calm' | 'amber' | 'red' | 'violet' | 'green';
  text: string;
  elapsedSeconds: number;
  /** The clock counts every second until the breach. */
  isTicking: boolean;
}

const SECOND = 1000;
/** The response took some time to arrive. */
const TOLERANCE_SECONDS = 5;

/** Between the response and the breach, an open clock counts all of the time; a calendar may be closed for some of it. */
function isTicking({ state, met_at, breach_at, remaining_seconds }: SlaTarget, seenAt: number) {
  const isRunning = state === 'running' || (state === 'breached' && met_at === null);
  const wall = (Date.parse(breach_at) - seenAt) / SECOND;
  return isRunning && Math.abs(wall - remaining_seconds) <= TOLERANCE_SECONDS;
}

type Words = (rest: string, isLate: boolean, target: SlaTarget, elapsed: string) => string;

const texts: Readonly<Record<SlaTarget['state'], Words>> = {
  running: (rest) => `${rest} left`,
  paused: (rest, isLate) => (isLate ? `paused, ${rest} late` : `paused with ${rest} left`),
  met: (_rest, _isLate, _target, elapsed) => `met after ${elapsed}`,
  breached: (rest, _, { met_at }) => (met_at === null ? `${rest} late` : `met ${rest} late`),
  cancelled: () => 'ended before',
};

const marks: Readonly<Record<SlaTarget['state'], Pick<TargetView, 'mark' | 'tone'>>> = {
  running: { mark: '', tone: 'calm' },
  paused: { mark: '‖', tone: 'violet' },
  met: { mark: '✓', tone: 'green' },
  breached: { mark: '✕', tone: 'red' },
  cancelled: { mark: '', tone: 'calm' },
};

/** `seenAt` is the time of the response that has the target. */
export function targetView(target: SlaTarget, seenAt: number, now: number): TargetView {
  const { state, target_seconds, remaining_seconds, breach_at, warning_at } = target;
  const ticks = isTicking(target, seenAt);
  const remaining = ticks ? (Date.parse(breach_at) - now) / SECOND : remaining_seconds;
  const shown = ticks && remaining < 0 ? 'breached' : state;
  const elapsedSeconds = target_seconds - remaining;
  const isAtRisk = shown === 'running' && now >= Date.parse(warning_at);
  // Open hours add up to no days.
  const words = (seconds: number): string =>
    ticks ? duration(seconds) : targetText(Math.abs(seconds), true);
  const text = texts[shown](words(remaining), remaining < 0, target, words(elapsedSeconds));
  const isOpenTime = !ticks && (state === 'running' || (state === 'breached' && !target.met_at));
  return {
    ...(isAtRisk ? { mark: '▲', tone: 'amber' } : marks[shown]),
    text: isOpenTime ? `${text} in open hours` : text,
    elapsedSeconds,
    isTicking: ticks,
  };
}

/** An instance without policies has one clock, which is shown as ever. */
export const hasPolicies = (targets: readonly Pick<SlaTarget, 'policy'>[]): boolean =>
  targets.length > 1 || targets.some(({ policy }) => policy !== null);

type Segment = SlaTargetHistory['segments'][number];

const isCounted = ({ state }: Segment): boolean => state === 'running';

/** The update clock starts again with each public note; returns the segments since its last start. */
export function segmentsSinceStart(
  segments: readonly Segment[],
  elapsedSeconds: number,
): readonly Segment[] {
  let counted = 0;
  const from = segments.findLastIndex((segment) => {
    if (isCounted(segment)) counted += segment.seconds;
    return isCounted(segment) && counted >= elapsedSeconds;
  });
  return from === -1 ? segments : segments.slice(from);
}

interface Counted {
  segments: readonly Segment[];
  /** The clock had counted so much when the segments were read. */
  readSeconds: number;
  /** The clock has counted so much until now. */
  elapsedSeconds: number;
}

/** Returns the parts of the picture; without segments, all that was counted is one part. */
export function partsOf({ segments, readSeconds, elapsedSeconds }: Counted): OpenPart[] {
  const own = segmentsSinceStart(segments, readSeconds).flatMap(({ state, to, seconds }) =>
    state === 'running' || state === 'paused' ? [{ state, to, seconds }] : [],
  );
  if (own.length === 0) return [{ state: 'running', seconds: elapsedSeconds }];
  const since = Math.max(0, elapsedSeconds - readSeconds);
  return own.map(({ state, to, seconds }) => ({
    state,
    seconds: state === 'running' && to === null ? seconds + since : seconds,
  }));
}
