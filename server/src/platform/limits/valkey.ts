// Valkey stores shared state that may be lost: a command succeeds soon, or the caller continues alone.
import type { Logger } from 'pino';
import { type Cancel, type Clock, systemClock } from '../clock.ts';
import { observeValkeyCommand, setValkeyUp } from './valkey.metrics.ts';

/** A request waits at most this long. If Valkey is slower, no request waits for it until it has responded. */
const RESPOND_WITHIN_MS = 200;
/** Valkey that is slow for this long counts as disconnected. A command took 500 ms on a machine overcommitted six times. */
const LOST_AFTER_MS = 2000;
const CONNECT_WITHIN_MS = 1000;
/** The interval is short, because debt is repaid in full only if processes counted alone for less than a second. */
const TRY_AGAIN_MS = 250;

type Words = readonly [command: string, ...words: string[]];

interface Connection {
  send: (words: Words) => Promise<unknown>;
  destroy: () => void;
}

class LateError extends Error {
  constructor(milliseconds: number) {
    super(`no response within ${milliseconds} ms`);
  }
}

/** After a stall of the event loop, timers run before responses that were already received, so these get one more iteration. */
function withTimeout<T>(clock: Clock, work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectLate = () => reject(new LateError(milliseconds));
    const cancelTimer = clock.after(milliseconds, () => setImmediate(rejectLate));
    work.then(resolve, reject).finally(cancelTimer);
  });
}

/** The caller can fix this error by loading the script; any other counts as disconnected. */
export const lacksScript = (error: unknown): boolean =>
  (error as Error).message.startsWith('NOSCRIPT');

async function open(url: string, clock: Clock, onEnd: (error: Error) => void): Promise<Connection> {
  // The import is lazy, because it takes 200 ms.
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    // We reconnect ourselves: the client would wait for a server that is connected but hangs.
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_WITHIN_MS },
    disableOfflineQueue: true,
    disableClientInfo: true,
    // We have our own timeout too; the client's would create an abort signal for each command.
    commandOptions: { timeout: 0 },
  });
  client.on('error', onEnd);
  const connection = {
    send: (words: Words) => client.sendCommand([...words]),
    destroy: () => {
      if (client.isOpen) client.destroy();
    },
  };
  try {
    await withTimeout(clock, client.connect(), CONNECT_WITHIN_MS);
    await withTimeout(clock, connection.send(['PING']), CONNECT_WITHIN_MS);
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return connection;
}

export class Valkey {
  readonly #url: () => string;
  readonly #log: Logger;
  readonly #clock: Clock;
  #connection: Connection | undefined;
  #opening: Promise<void> | undefined;
  #cancelRetry: Cancel | undefined;
  /** A slow Valkey counts as lost unless it responds before this timer ends. */
  #cancelLoss: Cancel | undefined;
  #isClosed = false;

  /** Each connection asks for the URL, since its password may change. */
  constructor(url: () => string, log: Logger, clock = systemClock) {
    this.#url = url;
    this.#log = log;
    this.#clock = clock;
  }

  /** Returns false also before the first command. */
  get isConnected(): boolean {
    return this.#connection !== undefined;
  }

  /** Connects if nothing has yet: startup and health checks may be the first. */
  async check(): Promise<boolean> {
    if (!this.#connection && !this.#cancelRetry) await this.#open();
    return this.isConnected;
  }

  /** Returns whether a command may be sent and awaited; connects on first use. */
  async isReady(): Promise<boolean> {
    if (!this.#connection && !this.#cancelRetry && !this.#isClosed)
      await withTimeout(this.#clock, this.#open(), RESPOND_WITHIN_MS).catch(() => {});
    return this.#connection !== undefined && this.#cancelLoss === undefined;
  }

  /** Fails if the script is not loaded, or the connection is lost before the response. */
  async send(words: Words): Promise<unknown> {
    const connection = this.#connection;
    if (!connection) throw new Error('Valkey is not connected');
    const sentAt = performance.now();
    try {
      const response = await connection.send(words);
      observeValkeyCommand(performance.now() - sentAt);
      this.#unmarkSlow();
      return response;
    } catch (error) {
      // All other pending commands fail immediately with it.
      if (!lacksScript(error)) this.#lose(connection, error as Error);
      throw error;
    }
  }

  /** Returns undefined if the command fails or is late; a late command may still take effect. */
  async awaitBriefly<T>(command: Promise<T>): Promise<T | undefined> {
    const connection = this.#connection;
    try {
      return await withTimeout(this.#clock, command, RESPOND_WITHIN_MS);
    } catch (error) {
      if (error instanceof LateError && connection === this.#connection) this.#markSlow(connection);
      return undefined;
    }
  }

  #markSlow(connection: Connection | undefined): void {
    this.#cancelLoss ??= this.#clock.after(
      LOST_AFTER_MS - RESPOND_WITHIN_MS,
      () => this.#lose(connection, new LateError(LOST_AFTER_MS)),
      { ref: false },
    );
  }

  #unmarkSlow(): void {
    this.#cancelLoss?.();
    this.#cancelLoss = undefined;
  }

  #open(): Promise<void> {
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    let connection: Connection | undefined;
    try {
      connection = await open(this.#url(), this.#clock, (error) => this.#lose(connection, error));
      if (this.#isClosed) {
        connection.destroy();
        return;
      }
      this.#connection = connection;
      setValkeyUp(true);
      this.#log.info('valkey.connected');
    } catch (error) {
      this.#tryLater(error as Error);
    }
  }

  #tryLater(error: Error): void {
    setValkeyUp(false);
    if (this.#isClosed) return;
    if (!this.#cancelRetry) this.#log.warn({ reason: error.message }, 'valkey.disconnected');
    this.#cancelRetry?.();
    const retry = async () => {
      await this.#open();
      if (this.#connection) this.#cancelRetry = undefined;
    };
    this.#cancelRetry = this.#clock.after(TRY_AGAIN_MS, () => void retry(), { ref: false });
  }

  #lose(connection: Connection | undefined, error: Error): void {
    if (!connection || this.#connection !== connection) return;
    this.#connection = undefined;
    this.#unmarkSlow();
    connection.destroy();
    this.#tryLater(error);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry?.();
    this.#unmarkSlow();
    this.#connection?.destroy();
    this.#connection = undefined;
  }
}
