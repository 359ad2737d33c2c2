// Windows are placed in the column of a day by shares of its length, and side by side where they overlap.
interface Window {
  planned_start_at: string | null;
  planned_end_at: string | null;
}

export interface PlacedWindow<W> {
  window: W;
  /** Both ends are shares of the day, from 0 to 1. */
  from: number;
  to: number;
  /** Windows that overlap share the width in this many slots, counted from 0. */
  slot: number;
  slots: number;
}

/** Shorter windows would be too low to read. */
const MIN_SHARE = 1 / 24;

/** Returns the part of a period that is in the day; undefined if there is none. */
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
  return { from: Math.min(from, 1 - MIN_SHARE), to: Math.max(to, Math.min(1, from + MIN_SHARE)) };
}

export interface Strip<F> {
  freeze: F;
  /** Both days are indexes into the week. */
  first: number;
  last: number;
}

/** Returns strips across the days that freezes touch; a freeze outside the week is left out. */
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

/** Each window takes the first free slot; all windows of an overlapping run have the same number of slots. */
export function layOut<W extends Window>(
  windows: readonly W[],
  dayBegin: number,
  dayEnd: number,
): PlacedWindow<W>[] {
  const placed: PlacedWindow<W>[] = [];
  let run: PlacedWindow<W>[] = [];
  let runEnd = 0;
  const close = () => {
    const slots = Math.max(0, ...run.map(({ slot }) => slot)) + 1;
    for (const one of run) one.slots = slots;
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
    const taken = new Set(run.filter(({ to }) => to > share.from).map(({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    const one = { ...share, slot, slots: 1 };
    run.push(one);
    placed.push(one);
    runEnd = Math.max(runEnd, share.to);
  }
  close();
  return placed;
}
