// Measures heap growth under repetition, after a forced collection at several points.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export interface HeapPoint {
  done: number;
  bytes: number;
}

/** Collects twice with an event loop iteration between, because the second collects memory that finalizers released. */
export async function heapAt(done: number): Promise<HeapPoint> {
  collect();
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  return { done, bytes: process.memoryUsage().heapUsed };
}

/** Returns the bytes that each repetition leaves behind: the slope of the least-squares line. */
export function bytesEach(points: readonly HeapPoint[]): number {
  const mean = (of: (point: HeapPoint) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [middle, level] = [mean(({ done }) => done), mean(({ bytes }) => bytes)];
  const rise = mean(({ done, bytes }) => (done - middle) * (bytes - level));
  const run = mean(({ done }) => (done - middle) ** 2);
  return run === 0 ? 0 : rise / run;
}
