// Where windows stand in the column of a day: from and to as shares of it, and side by side where they overlap.
interface Window {
  planned_start_at: string | null;
  planned_end_at: string | null;
}

export interface Placed<W> {
  window: W;
  /** Shares of the day, from 0 to 1. */
  from: number;
  to: number;
  /** Its place among those that overlap, and how many places there are. */
  lane: number;
  lanes: number;
}

/** Shorter ones would be too low to read. */
const LEAST = 1 / 24;

/** The part of a period that is in the day; undefined if there is none. */
export function shareOf(
  begin: number,
  end: number,
  dayBegin: number,
  dayEnd: number,
): { from: number; to: number } | undefined {
  if (end <= dayBegin || begin >= dayEnd) return undefined;
  const length = dayEnd - dayBegin;
  const from = Math.max(0, (begin - dayBegin) / length);
  const to = Math.min(1, (end - dayBegin) / length);
  return { from: Math.min(from, 1 - LEAST), to: Math.max(to, Math.min(1, from + LEAST)) };
}

export interface Strip<F> {
  freeze: F;
  /** Indexes of its first and last day of the week. */
  first: number;
  last: number;
}

/** Freezes as strips across the days that they touch; one that has no day of the week is left out. */
export function stripsOf<F extends { from: string; to: string }>(
  freezes: readonly F[],
  days: readonly { begin: number; end: number }[],
): Strip<F>[] {
  return freezes.flatMap((freeze) => {
    const [from, to] = [Date.parse(freeze.from), Date.parse(freeze.to)];
    const touches = ({ begin, end }: { begin: number; end: number }) => to > begin && from < end;
    const first = days.findIndex(touches);
    return first < 0 ? [] : [{ freeze, first, last: days.findLastIndex(touches) }];
  });
}

/** Each takes the first free lane; all of a run that overlaps have the same number of lanes. */
export function layOut<W extends Window>(
  windows: readonly W[],
  dayBegin: number,
  dayEnd: number,
): Placed<W>[] {
  const placed: Placed<W>[] = [];
  let run: Placed<W>[] = [];
  let runEnd = 0;
  const close = () => {
    const lanes = Math.max(0, ...run.map(({ lane }) => lane)) + 1;
    for (const one of run) one.lanes = lanes;
    run = [];
  };
  const shares = windows
    .flatMap((window) => {
      const { planned_start_at: begin, planned_end_at: end } = window;
      if (begin === null || end === null) return [];
      const share = shareOf(Date.parse(begin), Date.parse(end), dayBegin, dayEnd);
      return share ? [{ window, ...share }] : [];
    })
    .toSorted((one, other) => one.from - other.from || other.to - one.to);
  for (const share of shares) {
    if (share.from >= runEnd) close();
    const taken = new Set(run.filter(({ to }) => to > share.from).map(({ lane }) => lane));
    let lane = 0;
    while (taken.has(lane)) lane += 1;
    const one = { ...share, lane, lanes: 1 };
    run.push(one);
    placed.push(one);
    runEnd = Math.max(runEnd, share.to);
  }
  close();
  return placed;
}
