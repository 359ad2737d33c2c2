// Detects overload: a delayed event loop, high memory use, or a long queue for database connections.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { memoryUsage } from 'node:process';
import { getHeapStatistics } from 'node:v8';
import { observeLoopDelay } from './metrics.ts';

const LOOK_EVERY_MS = 500;
/** Sampling interval of the event loop delay. */
const RESOLUTION_MS = 20;
/**
 * The delay is sampled only if the loop was busy for this share of the last interval, because sampling is a timer: it
 * takes 8 CPU seconds an hour. The median delay can exceed the bound only if the loop is busy most of the time.
 */
const SAMPLED_ABOVE = 0.2;
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

/** The delay of the event loop in milliseconds, by percentile of the samples since the last reading. */
function watchLoopDelay() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let before = performance.eventLoopUtilization();
  const read = () => {
    const of = (percentile: number) =>
      delay.count === 0 ? 0 : Math.max(0, delay.percentile(percentile) / 1e6 - RESOLUTION_MS);
    const [p50, p99] = [of(50), of(99)];
    delay.reset();
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > SAMPLED_ABOVE) delay.enable();
    else delay.disable();
    return { p50, p99 };
  };
  return { read, close: () => delay.disable() };
}

/** Measured twice a second; the queue length is checked on every request. */
export function watchOverload(bounds: OverloadBounds, waiting: () => number): Overload {
  const delay = watchLoopDelay();
  let seen: OverloadReason | undefined;
  const look = () => {
    const { p50, p99 } = delay.read();
    observeLoopDelay(p99);
    // The median of the last half second: one long garbage collection is no overload.
    if (p50 > bounds.loopDelayMs) seen = 'event_loop';
    else seen = isShortOfMemory(bounds.rssMegabytes) ? 'memory' : undefined;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    reason: () => seen ?? (waiting() > bounds.waiting ? 'database' : undefined),
    close: () => {
      clearInterval(timer);
      delay.close();
    },
  };
}
