// A process is overloaded if its event loop is late with many requests in progress, if it uses too much memory, or if too
// many requests wait for a database connection.
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { memoryUsage } from 'node:process';
import { getHeapStatistics } from 'node:v8';
import { observeLoopDelay } from './metrics.ts';

const CHECK_INTERVAL_MS = 500;
/** The event loop delay is sampled at this interval. */
const RESOLUTION_MS = 20;
/**
 * The delay is sampled only if the loop was busy for this share of the last interval, because sampling is a timer: it
 * takes 8 CPU seconds an hour. The median delay can exceed the bound only if the loop is busy most of the time.
 */
const SAMPLED_ABOVE = 0.2;
/** The start of a process leaves one or two long samples, which say nothing about its load. */
const MIN_SAMPLES = 5;
/**
 * While the loop is late, so many requests may be in progress; later ones are refused. A request takes 2 to 5 ms of CPU
 * time, so fewer cannot delay the loop by MAX_LOOP_DELAY_MS: another process has the processor, and this one is slow, not
 * overloaded.
 */
export const MAX_REQUESTS_WHILE_LATE = 50;
const HEAP_SHARE = 0.95;
const MEGABYTE = 1024 * 1024;

export type OverloadReason = 'event_loop' | 'memory' | 'database';

export interface OverloadBounds {
  loopDelayMs: number;
  rssMegabytes: number;
  /** At most so many requests may wait for a connection. */
  waiting: number;
}

export interface Overload {
  /** Returns why the next request would be refused; undefined if it would not. */
  reason: () => OverloadReason | undefined;
  /** Called when a request was admitted; `end` follows once. */
  begin: () => void;
  end: () => void;
  close: () => void;
}

const isShortOfMemory = (rssMegabytes: number): boolean => {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used > limit * HEAP_SHARE || memoryUsage.rss() > rssMegabytes * MEGABYTE;
};

type DelayMonitor = Pick<
  ReturnType<typeof monitorEventLoopDelay>,
  'count' | 'percentile' | 'reset' | 'enable' | 'disable'
>;

/** Returns milliseconds by percentile of the samples since the last reading that had enough. */
export function watchLoopDelay(
  monitor: DelayMonitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
  utilizationSince: (before?: EventLoopUtilization) => EventLoopUtilization = (before) =>
    performance.eventLoopUtilization(before),
) {
  let before = utilizationSince();
  let last = { p50: 0, p99: 0 };
  const of = (percentile: number) =>
    Math.max(0, monitor.percentile(percentile) / 1e6 - RESOLUTION_MS);
  const read = () => {
    const { utilization } = utilizationSince(before);
    before = utilizationSince();
    if (utilization <= SAMPLED_ABOVE) {
      last = { p50: 0, p99: 0 };
      monitor.reset();
      monitor.disable();
      return last;
    }
    monitor.enable();
    if (monitor.count < MIN_SAMPLES) return last;
    last = { p50: of(50), p99: of(99) };
    monitor.reset();
    return last;
  };
  return { read, close: () => monitor.disable() };
}

/** Delay and memory are measured twice a second; requests in progress and the queue are checked on every request. */
export function watchOverload(bounds: OverloadBounds, waiting: () => number): Overload {
  const delay = watchLoopDelay();
  let isLate = false;
  let isFull = false;
  let inProgress = 0;
  const measure = () => {
    const { p50, p99 } = delay.read();
    observeLoopDelay(p99);
    // The median is used, because one long garbage collection is no overload.
    isLate = p50 > bounds.loopDelayMs;
    isFull = isShortOfMemory(bounds.rssMegabytes);
  };
  const timer = setInterval(measure, CHECK_INTERVAL_MS).unref();
  return {
    reason: () => {
      if (isLate && inProgress >= MAX_REQUESTS_WHILE_LATE) return 'event_loop';
      if (isFull) return 'memory';
      return waiting() > bounds.waiting ? 'database' : undefined;
    },
    begin: () => (inProgress += 1),
    end: () => (inProgress -= 1),
    close: () => {
      clearInterval(timer);
      delay.close();
    },
  };
}
