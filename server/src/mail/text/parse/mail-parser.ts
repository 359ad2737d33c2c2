// Mails are parsed in one separate thread, one after another, each within a time. A thread that takes longer, or dies, is
// replaced, and only its mail fails.
import { Worker } from 'node:worker_threads';
import { type Cancel, type Clock, systemClock } from '../../../platform/clock.ts';
import type { ParseFailure, ParseResult } from './parsed-mail.ts';

interface MailParserOptions {
  /** A mail of 64 MB takes about three seconds. */
  timeoutMs: number;
  heapMegabytes: number;
  thread: URL;
  clock: Clock;
}

const defaults: MailParserOptions = {
  timeoutMs: 30_000,
  heapMegabytes: 512,
  thread: new URL('./mail-thread.ts', import.meta.url),
  clock: systemClock,
};

interface Pending {
  bytes: Uint8Array;
  resolve: (result: ParseResult) => void;
}

interface Running extends Pending {
  cancelTimer: Cancel;
}

export class MailParser {
  readonly #options: MailParserOptions;
  readonly #queue: Pending[] = [];
  #running: Running | undefined;
  #worker: Worker | undefined;
  #isStopped = false;

  constructor(options: Partial<MailParserOptions> = {}) {
    this.#options = { ...defaults, ...options };
  }

  /** Never rejects. The caller bounds how many mails wait. */
  parse(bytes: Uint8Array): Promise<ParseResult> {
    return new Promise((resolve) => {
      if (this.#isStopped) return resolve({ kind: 'failed', failure: 'stopped' });
      this.#queue.push({ bytes, resolve });
      this.#runNext();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { resolve } of this.#queue.splice(0))
      resolve({ kind: 'failed', failure: 'stopped' });
    await this.#replace('stopped');
  }

  #runNext(): void {
    const next = this.#running ? undefined : this.#queue.shift();
    if (!next) return;
    this.#worker ??= this.#start();
    const { clock, timeoutMs } = this.#options;
    const cancelTimer = clock.after(timeoutMs, () => void this.#replace('timeout'));
    this.#running = { ...next, cancelTimer };
    // Only a running mail keeps the process alive.
    this.#worker.ref();
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(next.bytes);
  }

  #start(): Worker {
    const worker = new Worker(this.#options.thread, {
      // The environment has secrets, and the thread needs none of it.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMegabytes },
    });
    worker.on('message', (result: ParseResult) => {
      if (worker !== this.#worker) return;
      worker.unref();
      this.#finish(result);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (worker === this.#worker) void this.#replace(isMemory ? 'out_of_memory' : 'broken');
    });
    worker.on('exit', () => {
      if (worker === this.#worker) void this.#replace('broken');
    });
    return worker;
  }

  #finish(result: ParseResult): void {
    const running = this.#running;
    this.#running = undefined;
    running?.cancelTimer();
    running?.resolve(result);
    this.#runNext();
  }

  /** Ends the thread; the next mail starts another. */
  async #replace(failure: ParseFailure): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#finish({ kind: 'failed', failure });
    await worker?.terminate();
  }
}
