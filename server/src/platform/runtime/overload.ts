// Detects overload: a delayed event loop, high memory use, or a long queue for database connections.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { memoryUsage } from 'node:process';
import { getHeapStatistics } from 'node:v8';

const LOOK_EVERY_MS = 500;
/** Sampling interval of the event loop delay. */
const RESOLUTION_MS = 20;
const HEAP_SHARE = 0.95;
const MEGABYTE = 1024 * 1024;

export type OverloadReason = 'event_loop' | 'memory' | 'database';

export interface OverloadBounds {
  loopDelayMs: number;
  rssMegabytes: number;
  /** Number of requests that wait for a connection. */
  waiting: number;
}

export interface Overload {
  /** The current cause of overload, if any. */
  reason: () => OverloadReason | undefined;
  close: () => void;
}

const isShortOfMemory = (rssMegabytes: number): boolean => {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used > limit * HEAP_SHARE || memoryUsage.rss() > rssMegabytes * MEGABYTE;
};

/** Measured twice a second; the queue length is checked on every request. */
export function watchOverload(bounds: OverloadBounds, waiting: () => number): Overload {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let seen: OverloadReason | undefined;
  const look = () => {
    // The median of the last half second: one long garbage collection is no overload.
    const lateMs = delay.count === 0 ? 0 : delay.percentile(50) / 1e6 - RESOLUTION_MS;
    delay.reset();
    if (lateMs > bounds.loopDelayMs) seen = 'event_loop';
    else seen = isShortOfMemory(bounds.rssMegabytes) ? 'memory' : undefined;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    reason: () => seen ?? (waiting() > bounds.waiting ? 'database' : undefined),
    close: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}
