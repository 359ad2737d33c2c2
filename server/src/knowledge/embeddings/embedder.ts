// Texts are embedded in a separate thread, loaded at first use, one text at a time, with a bounded queue and a timeout.
// A thread that dies or hangs is replaced; only the request that it was running fails.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Cancel, type Clock, systemClock } from '../../platform/clock.ts';
import type { ArticleText, Passage } from '../passages/passages.ts';
import { modelId, packagedModel, requiredPackages } from './model.ts';
import type { ThreadMessage, ThreadRequest } from './thread-messages.ts';

export type EmbeddingFailure = 'unavailable' | 'queue_full' | 'timeout' | 'failed' | 'stopped';

export class EmbeddingError extends Error {
  readonly failure: EmbeddingFailure;

  constructor(failure: EmbeddingFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

export interface EmbedderOptions {
  /** At most this many requests wait. At 2 ms per question, the last of 64 waits an eighth of a second. */
  maxQueued: number;
  /** Limits the time from a request to its result; a thread that runs longer counts as hung. A request may set its own. */
  timeoutMs: number;
  loadTimeoutMs: number;
  /** A thread has this long to end. A run takes up to 50 ms, and loading the model about a second. */
  stopWithinMs: number;
  /** After a failed load, the model is not loaded again for this long. */
  reloadAfterMs: number;
  /** Throws if the package is not installed. */
  resolvePackage: (name: string) => unknown;
  modelFolder: () => URL;
  thread: URL;
  clock: Clock;
}

const LOAD_TIMEOUT_MS = 60_000;
/** Background work can wait this long: a busy machine needs seconds to load the model. */
export const BACKGROUND_TIMEOUT_MS = LOAD_TIMEOUT_MS;

const defaults: EmbedderOptions = {
  maxQueued: 64,
  timeoutMs: 5000,
  loadTimeoutMs: LOAD_TIMEOUT_MS,
  stopWithinMs: 10_000,
  reloadAfterMs: 30_000,
  resolvePackage: (name) => import.meta.resolve(name),
  modelFolder: packagedModel,
  thread: new URL('./embedding-thread.ts', import.meta.url),
  clock: systemClock,
};

/** The heap of the thread has only the tokenizer and one text; the model is outside of it. */
const HEAP_MEGABYTES = 128;

interface Pending {
  request: ThreadRequest;
  timeoutMs: number;
  resolve: (result: never) => void;
  reject: (error: EmbeddingError) => void;
  cancelTimer: Cancel;
}

interface Thread {
  worker: Worker;
  isReady: boolean;
  /** Cancels the load timeout at first, later the timeout of the running request. */
  cancelWatch: Cancel | undefined;
  /** The exit event does not give a reason, so it is stored here. */
  error?: string;
}

/**
 * A thread is asked to end and never terminated: during a run, termination makes the native code of the model abort the
 * whole process.
 */
function endThread({ worker }: Thread): void {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage({ method: 'end' } satisfies ThreadRequest);
}

function missingPackages(resolve: EmbedderOptions['resolvePackage']): string | undefined {
  const missing = requiredPackages.filter((name) => {
    try {
      resolve(name);
      return false;
    } catch {
      return true;
    }
  });
  return missing.length === 0
    ? undefined
    : `Optional packages are not installed: ${missing.join(', ')}. Run \`npm ci\` without --omit=optional.`;
}

export class Embedder {
  readonly modelId: string = modelId;
  readonly #options: EmbedderOptions;
  #queue: Pending[] = [];
  #running: Pending | undefined;
  #thread: Thread | undefined;
  #loadFailure: { reason: string; retryAt: number } | undefined;
  #isStopped = false;
  /** Packages are resolved once, because they do not change while the process runs. */
  readonly #missingPackages: string | undefined;

  constructor(options: Partial<EmbedderOptions> = {}) {
    this.#options = { ...defaults, ...options };
    this.#missingPackages = missingPackages(this.#options.resolvePackage);
  }

  /** The packages are installed; the model may still fail. */
  get isInstalled(): boolean {
    return this.#missingPackages === undefined;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  isAvailable(): boolean {
    return this.unavailableReason() === undefined;
  }

  unavailableReason(): string | undefined {
    if (this.#isStopped) return 'The embedder has been stopped.';
    if (this.#loadFailure && this.#options.clock.now() < this.#loadFailure.retryAt)
      return this.#loadFailure.reason;
    return this.#missingPackages;
  }

  /** Returns a vector of length 1 with 384 dimensions. Tokens beyond 256 are ignored. */
  embed(text: string, timeoutMs?: number): Promise<Float32Array> {
    return this.#request({ method: 'embed', argument: text }, timeoutMs);
  }

  /** Cuts an article into passages, which are measured by the tokenizer of the model. */
  passages({ title, summary, body }: ArticleText, timeoutMs?: number): Promise<Passage[]> {
    const argument = { title, summary: summary ?? null, body };
    return this.#request({ method: 'passages', argument }, timeoutMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const error = new EmbeddingError('stopped', 'The embedder has been stopped.');
    this.#rejectQueue(error);
    this.#finishRunning()?.reject(error);
    await this.#endThread();
  }

  #request<T>(request: ThreadRequest, timeoutMs = this.#options.timeoutMs): Promise<T> {
    const reason = this.unavailableReason();
    if (reason !== undefined)
      return Promise.reject(
        new EmbeddingError(this.#isStopped ? 'stopped' : 'unavailable', reason),
      );
    if (this.#queue.length >= this.#options.maxQueued)
      return Promise.reject(
        new EmbeddingError(
          'queue_full',
          `${this.#queue.length} texts are already waiting for the model.`,
        ),
      );
    return new Promise((resolve, reject) => {
      const pending: Pending = {
        request,
        timeoutMs,
        resolve,
        reject,
        cancelTimer: this.#options.clock.after(timeoutMs, () => this.#expire(pending, timeoutMs)),
      };
      this.#queue.push(pending);
      this.#runNext();
    });
  }

  #runNext(): void {
    const next = this.#running ? undefined : this.#queue.shift();
    if (!next) return;
    this.#thread ??= this.#startThread();
    const { worker } = this.#thread;
    this.#running = next;
    // Only a running request keeps the process alive.
    worker.ref();
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(next.request);
    this.#watchRun();
  }

  #startThread(): Thread {
    const worker = new Worker(this.#options.thread, {
      workerData: { modelFolder: this.#options.modelFolder().href },
      // The environment has secrets, and the thread needs none of it.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    const { clock, loadTimeoutMs } = this.#options;
    const thread: Thread = {
      worker,
      isReady: false,
      cancelWatch: clock.after(loadTimeoutMs, () => {
        this.#abandon(thread, `The embedding model was not loaded within ${loadTimeoutMs} ms.`);
      }),
    };
    worker.on('message', (message: ThreadMessage) => this.#receive(thread, message));
    worker.on('error', (error) => (thread.error = error.message));
    worker.on('exit', () => this.#recover(thread));
    return thread;
  }

  /** While the model loads, a waiting request does not mean that the thread hangs. */
  #watchRun(): void {
    const thread = this.#thread;
    if (!thread?.isReady || !this.#running) return;
    thread.cancelWatch?.();
    // A request with a longer timeout is not hung before that.
    const { timeoutMs } = this.#running;
    thread.cancelWatch = this.#options.clock.after(timeoutMs, () => {
      this.#abandon(thread, `No result within ${timeoutMs} ms.`);
    });
  }

  #receive(thread: Thread, message: ThreadMessage): void {
    if (thread !== this.#thread) return;
    thread.cancelWatch?.();
    if (message.kind === 'ready') {
      thread.isReady = true;
      this.#loadFailure = undefined;
      this.#watchRun();
      return;
    }
    const done = this.#finishRunning();
    if (message.kind === 'result') done?.resolve(message.result as never);
    else done?.reject(new EmbeddingError('failed', message.message));
    thread.worker.unref();
    this.#runNext();
  }

  /** Replaces a thread that does not respond. The old one ends when its native code returns. */
  #abandon(thread: Thread, reason: string): void {
    thread.error = reason;
    endThread(thread);
    thread.worker.unref();
    this.#recover(thread);
  }

  /** Runs after the thread has ended; the next request starts another. */
  #recover(thread: Thread): void {
    thread.cancelWatch?.();
    if (thread !== this.#thread) return;
    this.#thread = undefined;
    const reason = thread.error ?? 'The thread of the embedding model ended unexpectedly.';
    this.#finishRunning()?.reject(
      new EmbeddingError(thread.isReady ? 'failed' : 'unavailable', reason),
    );
    if (!thread.isReady) {
      this.#loadFailure = {
        reason,
        retryAt: this.#options.clock.now() + this.#options.reloadAfterMs,
      };
      this.#rejectQueue(new EmbeddingError('unavailable', reason));
    }
    this.#runNext();
  }

  /** A running request stays in place until the thread responds, because rejecting twice has no effect. */
  #expire(pending: Pending, timeoutMs: number): void {
    this.#queue = this.#queue.filter((other) => other !== pending);
    pending.reject(new EmbeddingError('timeout', `No embedding within ${timeoutMs} ms.`));
  }

  #finishRunning(): Pending | undefined {
    const running = this.#running;
    running?.cancelTimer();
    this.#running = undefined;
    return running;
  }

  #rejectQueue(error: EmbeddingError): void {
    for (const { reject, cancelTimer } of this.#queue.splice(0)) {
      cancelTimer();
      reject(error);
    }
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    if (!thread) return;
    thread.cancelWatch?.();
    const exited = once(thread.worker, 'exit');
    // The thread keeps the process alive until it exits or its time is over.
    thread.worker.ref();
    endThread(thread);
    const { clock, stopWithinMs } = this.#options;
    const late = new Promise<void>((resolve) => clock.after(stopWithinMs, resolve, { ref: false }));
    await Promise.race([exited, late]);
    thread.worker.unref();
  }
}
