// Computes the SLA picture: segments to scale, and the times at which shares of the target are used.
export interface PictureSegment {
  state: 'running' | 'paused' | 'stopped';
  from: string;
  to: string | null;
  seconds: number;
}

export interface PictureInput {
  targetSeconds: number;
  /** A shortened history has this much running time before its first segment. */
  earlierSeconds: number;
  segments: readonly PictureSegment[];
  now: number;
}

interface Part {
  tone: 'used' | 'risk' | 'over' | 'paused' | 'stopped';
  /** Both are shares of the width, from 0 to 1. */
  left: number;
  width: number;
}

interface Mark {
  share: 0.75 | 1;
  at: number;
  left: number;
  /** The clock has passed a reached mark. */
  isReached: boolean;
}

export interface Picture {
  from: number;
  to: number;
  parts: Part[];
  marks: Mark[];
  /** The needle stands at now, or where the clock has stopped. */
  needle: number;
  /** This share of the target was used when the clock stopped; undefined while it may still run. */
  stoppedAt: number | undefined;
}

const SECOND = 1000;
const SHARES = [0.75, 1] as const;
const tones = ['used', 'risk', 'over'] as const;

interface Run {
  from: number;
  to: number;
  /** The clock ran this long before the run, in milliseconds. */
  before: number;
}

const endOf = (segment: PictureSegment, now: number): number =>
  segment.to === null ? Math.max(now, Date.parse(segment.from)) : Date.parse(segment.to);

const usedUntilEndOf = (last: Run | undefined): number =>
  last === undefined ? 0 : last.before + last.to - last.from;

function runsOf({ segments, earlierSeconds, now }: PictureInput): Run[] {
  let before = earlierSeconds * SECOND;
  return segments.flatMap((segment): Run[] => {
    if (segment.state !== 'running') return [];
    const run = { from: Date.parse(segment.from), to: endOf(segment, now), before };
    before += run.to - run.from;
    return [run];
  });
}

/** Returns the time at which so much of the target is used: in a running segment, or later if the clock runs on. */
function instantOf(used: number, runs: readonly Run[], now: number): number {
  const run = runs.find(({ from, to, before }) => used <= before + (to - from));
  if (run) return run.from + used - run.before;
  return now + used - usedUntilEndOf(runs.at(-1));
}

/** Cuts a running segment into up to three parts: before the warning, at risk, and after the breach. */
function cut(run: Run, target: number): { tone: Part['tone']; from: number; to: number }[] {
  const bounds = [0, ...SHARES.map((share) => share * target), Number.POSITIVE_INFINITY];
  return tones.flatMap((tone, index) => {
    const at = (bound: number) =>
      Math.min(run.to, Math.max(run.from, run.from + bound - run.before));
    const [from, to] = [at(bounds[index] ?? 0), at(bounds[index + 1] ?? 0)];
    return to > from ? [{ tone, from, to }] : [];
  });
}

export function slaPicture(input: PictureInput): Picture {
  const { segments, now, targetSeconds } = input;
  const target = targetSeconds * SECOND;
  const [first, last] = [segments[0], segments.at(-1)];
  const hasEnded = last?.state === 'stopped' && last.to === null;
  const from = first ? Date.parse(first.from) : now;
  const end = hasEnded ? Date.parse(last.from) : now;
  const runs = runsOf(input);
  const instants = SHARES.map((share) => instantOf(share * target, runs, end));
  // The scale always reaches the breach, even if the clock stopped before: a bar is full only if the target was used.
  const to = Math.max(end, instants[1] ?? end, from + 1);
  const x = (at: number) => Math.min(1, Math.max(0, (at - from) / (to - from)));
  const parts = segments.flatMap((segment): Part[] => {
    if (segment === last && hasEnded) return [];
    const start = Date.parse(segment.from);
    const pieces =
      segment.state === 'running'
        ? cut(
            runs.find((run) => run.from === start) ?? { from: start, to: start, before: 0 },
            target,
          )
        : [{ tone: segment.state, from: start, to: endOf(segment, now) }];
    return pieces.map((piece) => ({
      tone: piece.tone,
      left: x(piece.from),
      width: x(piece.to) - x(piece.from),
    }));
  });
  const marks = SHARES.flatMap((share, index): Mark[] => {
    const at = instants[index] ?? to;
    if (at < from || at > to) return [];
    return [{ share, at, left: x(at), isReached: at <= end }];
  });
  const stoppedAt = hasEnded && target > 0 ? usedUntilEndOf(runs.at(-1)) / target : undefined;
  return { from, to, parts, marks, needle: x(end), stoppedAt };
}

const isoAt = (seconds: number): string => new Date(seconds * SECOND).toISOString();

/** Nights and holidays have no width, so that a part is as long as the seconds that it counts. */
export interface OpenPart {
  state: 'running' | 'paused';
  seconds: number;
}

/** Returns the picture of a clock by what it counted, as if its parts had followed each other. */
export function openPicture(
  targetSeconds: number,
  parts: readonly OpenPart[],
  hasStopped: boolean,
): Picture {
  let end = 0;
  const segments = parts.map(({ state, seconds }): PictureSegment => {
    const from = isoAt(end);
    end += seconds;
    return { state, from, to: isoAt(end), seconds };
  });
  const stopped: PictureSegment = { state: 'stopped', from: isoAt(end), to: null, seconds: 0 };
  return slaPicture({
    targetSeconds,
    earlierSeconds: 0,
    segments: hasStopped ? [...segments, stopped] : segments,
    now: end * SECOND,
  });
}
