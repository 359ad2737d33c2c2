// Temporary faults are retried with full jitter, and never before Retry-After.
import { SignalboxError } from './errors.ts';

const BASE_DELAY_MS = 250;
/** After a failover, a request is repeated soon enough. */
const MAX_DELAY_MS = 4000;
/** A longer Retry-After is left to the caller: a daily budget is not worth waiting for. */
const MAX_RETRY_AFTER_SECONDS = 60;

const RETRIED_STATUS = new Set([408, 429, 503]);
/** Proxies send these, without a problem of the service in the body. */
const GATEWAY_STATUS = new Set([502, 504]);
const RETRIED_CODES = new Set(['network_error', 'timeout', 'request_in_progress']);

export function isRetried({
  status,
  code,
  problem,
  retryAfterSeconds = 0,
}: SignalboxError): boolean {
  if (retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return false;
  return (
    RETRIED_STATUS.has(status) ||
    RETRIED_CODES.has(code) ||
    // A proxy may cut a body and still end it properly.
    (code === 'invalid_response' && status >= 200 && status < 300) ||
    (GATEWAY_STATUS.has(status) && problem === undefined)
  );
}

/** Full jitter is added to Retry-After, so that clients that were refused together do not return together. */
function delayMs(attempt: number, retryAfterSeconds = 0, random = Math.random): number {
  const most = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt);
  return retryAfterSeconds * 1000 + random() * most;
}

/** Waits; rejects with the reason of the signal as soon as it aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Settles like the promise, or rejects with the reason of the signal if it aborts first. */
export function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

export interface RetryLimits {
  /** The last attempt begins at the latest when this time is over, except for one that `Retry-After` delays. */
  retryForMs: number;
  maxRetries: number;
  onRetry?: ((error: SignalboxError, delayMs: number) => void) | undefined;
}

/** Tests pass time by hand. */
export interface RetryClock {
  now: () => number;
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

const systemClock: RetryClock = { now: () => performance.now(), wait: sleep };

/** Runs attempts until one succeeds, fails for good, or a limit is reached. */
export async function withRetries<T>(
  attempt: (number: number) => Promise<T>,
  { retryForMs, maxRetries, onRetry }: RetryLimits,
  signal?: AbortSignal,
  { now, wait }: RetryClock = systemClock,
): Promise<T> {
  const began = now();
  for (let number = 0; ; number += 1) {
    try {
      return await attempt(number);
    } catch (error) {
      signal?.throwIfAborted();
      if (number >= maxRetries || !(error instanceof SignalboxError) || !isRetried(error))
        throw error;
      const leftMs = retryForMs - (now() - began);
      const leastMs = (error.retryAfterSeconds ?? 0) * 1000;
      // The first retry may wait for a Retry-After that takes the whole time.
      if (leftMs <= 0 || (leastMs > leftMs && number > 0)) throw error;
      const waitMs = Math.max(leastMs, Math.min(leftMs, delayMs(number, leastMs / 1000)));
      onRetry?.(error, waitMs);
      await wait(waitMs, signal);
    }
  }
}
