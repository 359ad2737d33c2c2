// These computations of a chart over time need no browser.
export type Tone = 'blue' | 'green' | 'red' | 'amber' | 'violet' | 'grey';

export interface Series<P> {
  id: string;
  label: string;
  tone: Tone;
  /** Returns null where there is no value, such as a median of no incidents. */
  value: (point: P) => number | null;
}

/** Returns the indexes of the labelled points: evenly spaced, the newest always among them. */
export function tickIndexes(count: number, most: number): number[] {
  if (count <= 0 || most <= 0) return [];
  const step = Math.ceil(count / most);
  const ticks: number[] = [];
  for (let index = count - 1; index >= 0; index -= step) ticks.unshift(index);
  return ticks;
}

/** Returns the highest value that is drawn; never 0, so that an empty chart has a scale too. */
export function highest<P>(
  points: readonly P[],
  series: readonly Series<P>[],
  isStacked: boolean,
): number {
  const heights = points.map((point) => {
    const values = series.map(({ value }) => value(point) ?? 0);
    return isStacked ? values.reduce((sum, one) => sum + one, 0) : Math.max(0, ...values);
  });
  return Math.max(0, ...heights) || 1;
}

interface Segment {
  id: string;
  tone: Tone;
  from: number;
  to: number;
}

/** Returns the parts of one bar from the bottom up. */
export function stackOf<P>(point: P, series: readonly Series<P>[]): Segment[] {
  let from = 0;
  return series.flatMap(({ id, tone, value }) => {
    const size = value(point) ?? 0;
    if (size === 0) return [];
    const segment = { id, tone, from, to: from + size };
    from += size;
    return [segment];
  });
}

/** Counts get no tick between two whole numbers. */
export const tickCount = (most: number, height: number): number =>
  Math.max(1, Math.min(Math.ceil(most), Math.floor(height / 36)));
