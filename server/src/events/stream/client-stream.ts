// The body of a stream consists of server-sent events, with a bound on the bytes that wait for the client.
import { Readable } from 'node:stream';

/** A stream ends with one of these causes; `client` if the client left. */
export type EndCause = 'client' | 'slow' | 'token' | 'shutdown' | 'log_replaced' | 'error';

/** Clients return at different times, so that a restart does not bring all of them back in one second. */
const RETRY_MS = { least: 1000, spread: 4000 };

const comments: Record<Exclude<EndCause, 'client'>, string> = {
  slow: 'The client reads too slowly. Resume with Last-Event-ID.',
  token:
    'The access token has expired or was revoked. Obtain a new one and resume with Last-Event-ID.',
  shutdown: 'The server is stopping. Resume with Last-Event-ID.',
  log_replaced:
    'The database was restored or replaced. Read the current state, then open a new stream.',
  error: 'The log could not be read. Resume with Last-Event-ID.',
};

export class ClientStream extends Readable {
  readonly #flushMs: number;
  #cause: EndCause | undefined;
  #lastWriteAt = performance.now();
  #sent = 0;
  #taken = 0;
  #progressAt = performance.now();
  #onDrained: (() => void) | undefined;

  /** When the stream ends, it has `flushMs` to send the bytes already written. */
  constructor(flushMs: number) {
    super();
    this.#flushMs = flushMs;
  }

  override _read(): void {
    this.#onDrained?.();
  }

  get cause(): EndCause {
    return this.#cause ?? 'client';
  }

  get isOpen(): boolean {
    return this.#cause === undefined && !this.destroyed;
  }

  idleMs(): number {
    return performance.now() - this.#lastWriteAt;
  }

  /** Ends the stream instead if more than `mostWaiting` bytes already wait for the client, who can resume it. */
  write(bytes: Buffer | string, mostWaiting = Infinity): void {
    if (!this.isOpen) return;
    if (this.readableLength > mostWaiting) return this.finish('slow');
    this.#lastWriteAt = performance.now();
    this.#sent += Buffer.byteLength(bytes);
    this.push(bytes);
  }

  /** Resolves once the client has taken the bytes already written, or has left. */
  async waitUntilDrained(): Promise<void> {
    if (this.destroyed || this.readableLength < this.readableHighWaterMark) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onDrained = resolve;
    this.once('close', resolve);
    await promise;
    this.off('close', resolve);
  }

  /** Returns for how long bytes have waited without any of them leaving; must be called regularly. */
  stalledMs(): number {
    const taken = this.#sent - this.readableLength;
    if (this.readableLength === 0 || taken !== this.#taken) {
      this.#taken = taken;
      this.#progressAt = performance.now();
    }
    return performance.now() - this.#progressAt;
  }

  /** Disconnects a client that reads nothing, to which nothing can be sent any more. */
  abandon(): void {
    if (!this.isOpen) return;
    this.#cause = 'slow';
    this.destroy();
  }

  /** Tells the client why the stream ends, and when to reconnect. */
  finish(cause: Exclude<EndCause, 'client'>): void {
    if (!this.isOpen) return;
    this.#cause = cause;
    const retry = RETRY_MS.least + Math.floor(Math.random() * RETRY_MS.spread);
    this.push(`: ${comments[cause]}\nretry: ${retry}\n\n`);
    this.push(null);
    const giveUp = setTimeout(() => this.destroy(), this.#flushMs).unref();
    this.once('close', () => clearTimeout(giveUp));
  }
}
