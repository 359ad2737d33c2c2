// What stays in the heap while something is repeated: looked at after a forced collection, at several points.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export interface HeapPoint {
  done: number;
  bytes: number;
}

/** Twice, with a turn between: what a finaliser lets go is collected by the second. */
export async function heapAt(done: number): Promise<HeapPoint> {
  collect();
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  return { done, bytes: process.memoryUsage().heapUsed };
}

/** Bytes that each repetition leaves behind: the slope of the line that fits the points best. */
export function bytesEach(points: readonly HeapPoint[]): number {
  const mean = (of: (point: HeapPoint) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [middle, level] = [mean(({ done }) => done), mean(({ bytes }) => bytes)];
  const rise = mean(({ done, bytes }) => (done - middle) * (bytes - level));
  const run = mean(({ done }) => (done - middle) ** 2);
  return run === 0 ? 0 : rise / run;
}
