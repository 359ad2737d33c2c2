// Calls to a provider are bounded in time and number, repeated once, and suspended while the provider fails.
import type { Logger } from 'pino';
import { type Cancel, type Clock, pause, systemClock } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import { observeModelCall, setModelCircuit } from '../../platform/runtime/metrics.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { classify, type Failure } from './failures.ts';

export interface GuardOptions {
  timeoutMs: number;
  /** A process runs at most this many calls at once; further ones are refused immediately instead of queued. */
  maxCalls: number;
  retryAfterMs: number;
  breaker: CircuitBreaker;
  clock: Clock;
}

const defaults = { maxCalls: 16, retryAfterMs: 250, clock: systemClock };

const modelUnavailable = (detail: string, retryAfterMs: number): ApiError =>
  new ApiError(
    'model_unavailable',
    detail,
    {},
    { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) },
  );

const stoppingError = (): ApiError =>
  modelUnavailable('This process of the service is shutting down. Retry the request.', 1000);

const invalidOutputError = (): ApiError =>
  new ApiError(
    'model_output_invalid',
    'The model was called twice and returned no usable result. Rephrase the request or retry it later.',
  );

export interface Attempt {
  signal: AbortSignal;
  /** Must be called when a part of the result has been sent on: the call cannot be repeated then. */
  commit: () => void;
}

export class GuardedCalls {
  readonly #options: GuardOptions;
  readonly #log: Logger;
  readonly #running = new Set<AbortController>();
  #isStopped = false;

  constructor(log: Logger, options: Partial<GuardOptions> & { timeoutMs: number }) {
    this.#log = log;
    this.#options = { ...defaults, breaker: new CircuitBreaker(), ...options };
  }

  /** May run `work` twice. Throws only ApiErrors. */
  async call<T>(
    model: string,
    work: (attempt: Attempt) => Promise<T>,
    callerSignal?: AbortSignal,
  ): Promise<T> {
    if (this.#isStopped) throw stoppingError();
    if (this.#running.size >= this.#options.maxCalls)
      throw modelUnavailable('Too many requests are waiting for the model. Retry later.', 1000);
    const stopping = new AbortController();
    this.#running.add(stopping);
    const cancelSignal = callerSignal
      ? AbortSignal.any([callerSignal, stopping.signal])
      : stopping.signal;
    try {
      return await this.#attempts(model, work, cancelSignal);
    } catch (error) {
      throw stopping.signal.aborted ? stoppingError() : error;
    } finally {
      this.#running.delete(stopping);
    }
  }

  /** Ends the calls in progress and refuses later ones: a process that stops cannot wait as long as a model may take. */
  stop(): void {
    this.#isStopped = true;
    for (const stopping of this.#running) stopping.abort();
  }

  async #attempts<T>(
    model: string,
    work: (attempt: Attempt) => Promise<T>,
    cancelSignal: AbortSignal,
  ): Promise<T> {
    let isCommitted = false;
    const commit = () => (isCommitted = true);
    for (let number = 1; ; number += 1) {
      const { result, failure } = await this.#attempt(model, work, commit, cancelSignal);
      if (!failure) return result as T;
      const mayRepeat =
        number === 1 && failure.isRetryable && !isCommitted && !cancelSignal.aborted;
      if (!mayRepeat) throw this.#errorOf(failure);
      const { clock, retryAfterMs } = this.#options;
      await pause(clock, Math.min(failure.retryAfterMs ?? retryAfterMs, 2000), cancelSignal);
      cancelSignal.throwIfAborted();
    }
  }

  #errorOf({ kind, reason }: Failure): ApiError {
    if (kind === 'output') return invalidOutputError();
    return modelUnavailable(`The model provider failed: ${reason}.`, 5000);
  }

  async #attempt<T>(
    model: string,
    work: (attempt: Attempt) => Promise<T>,
    commit: () => void,
    cancelSignal: AbortSignal,
  ): Promise<{ result?: T; failure?: Failure }> {
    const { breaker, timeoutMs, clock } = this.#options;
    const waitMs = breaker.enter();
    if (waitMs > 0)
      throw modelUnavailable(
        'The model provider has failed repeatedly, so no requests are sent to it for now. Retry later.',
        waitMs,
      );
    const started = clock.now();
    const report = (outcome: string) => {
      observeModelCall(model, outcome, clock.now() - started);
      setModelCircuit(breaker.isOpen);
    };
    try {
      const result = await withinTime(clock, timeoutMs, cancelSignal, (signal) =>
        work({ signal, commit }),
      );
      breaker.recordSuccess();
      report('succeeded');
      return { result };
    } catch (error) {
      if (cancelSignal.aborted) {
        breaker.releaseTrial();
        report('abandoned');
        throw error;
      }
      const failure = classify(error);
      // A provider that responds at all is up: one refused prompt must not block the prompts of others.
      if (failure.isOutage) breaker.recordFailure();
      else breaker.recordSuccess();
      report(failure.kind);
      this.#log.warn(
        { model, reason: failure.reason, kind: failure.kind, circuit_open: breaker.isOpen },
        'model.failed',
      );
      return { failure };
    }
  }
}

/** Rejects by itself as well, because a client that waits for a connection may ignore its signal. */
async function withinTime<T>(
  clock: Clock,
  ms: number,
  cancelSignal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, cancelSignal]);
  let cancelTimer: Cancel | undefined;
  const late = new Promise<never>((_, reject) => {
    const end = (reason: Error) => {
      controller.abort(reason);
      reject(reason);
    };
    cancelTimer = clock.after(ms, () =>
      end(new DOMException(`no result within ${ms} ms`, 'TimeoutError')),
    );
    cancelSignal.addEventListener('abort', () =>
      end(new DOMException('the caller left', 'AbortError')),
    );
  });
  const working = work(signal);
  working.catch(() => {});
  try {
    return await Promise.race([working, late]);
  } finally {
    cancelTimer?.();
  }
}
