// The connection to Valkey, for shared state that may be lost: a command succeeds soon, or the caller continues alone.
import type { Logger } from 'pino';
import { type Cancel, type Clock, systemClock } from '../clock.ts';
import { observeValkeyCommand, setValkeyUp } from './valkey.metrics.ts';

/** Maximum wait of a request. If Valkey is slower, no request waits for it until it has responded. */
const ANSWER_WITHIN_MS = 200;
/** Valkey that is slow for this long counts as disconnected. A command took 500 ms on a machine overcommitted six times. */
const LOST_AFTER_MS = 2000;
const CONNECT_WITHIN_MS = 1000;
/** Short, because debt is repaid in full only if processes counted alone for less than a second. */
const TRY_AGAIN_MS = 250;

/** A command in the wire format. */
type Words = readonly [command: string, ...words: string[]];

interface Connection {
  send: (words: Words) => Promise<unknown>;
  destroy: () => void;
}

class Late extends Error {
  constructor(milliseconds: number) {
    super(`no response within ${milliseconds} ms`);
  }
}

/** After a stall of the event loop, timers run before responses that were already received, so these get one more turn. */
function within<T>(clock: Clock, work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectLate = () => reject(new Late(milliseconds));
    const cancelTimer = clock.after(milliseconds, () => setImmediate(rejectLate));
    work.then(resolve, reject).finally(cancelTimer);
  });
}

/** The one error that the caller can fix, by loading the script; any other counts as disconnected. */
export const lacksScript = (error: unknown): boolean =>
  (error as Error).message.startsWith('NOSCRIPT');

async function open(url: string, clock: Clock, onEnd: (error: Error) => void): Promise<Connection> {
  // Imported lazily, because the import takes 200 ms.
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
    await within(clock, client.connect(), CONNECT_WITHIN_MS);
    await within(clock, connection.send(['PING']), CONNECT_WITHIN_MS);
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
  /** Set while Valkey is slow. */
  #cancelLoss: Cancel | undefined;
  #isClosed = false;

  /** The URL is asked for by each connection, since its password may change. */
  constructor(url: () => string, log: Logger, clock = systemClock) {
    this.#url = url;
    this.#log = log;
    this.#clock = clock;
  }

  /** Whether commands are sent; also false before the first one. */
  get isHere(): boolean {
    return this.#connection !== undefined;
  }

  /** For startup and health checks, which may be the first to connect. */
  async check(): Promise<boolean> {
    if (!this.#connection && !this.#cancelRetry) await this.#open();
    return this.isHere;
  }

  /** Whether a command may be sent and awaited; connects on first use. */
  async isReady(): Promise<boolean> {
    if (!this.#connection && !this.#cancelRetry && !this.#isClosed)
      await within(this.#clock, this.#open(), ANSWER_WITHIN_MS).catch(() => {});
    return this.#connection !== undefined && this.#cancelLoss === undefined;
  }

  /** Fails if the script is not loaded, or the connection is lost before the response. */
  async send(words: Words): Promise<unknown> {
    const connection = this.#connection;
    if (!connection) throw new Error('Valkey is not connected');
    const sentAt = performance.now();
    try {
      const answer = await connection.send(words);
      observeValkeyCommand(performance.now() - sentAt);
      this.#isNoLongerSlow();
      return answer;
    } catch (error) {
      // All other pending commands fail immediately with it.
      if (!lacksScript(error)) this.#lose(connection, error as Error);
      throw error;
    }
  }

  /** The result of a command, or undefined if it fails or is late; a late command may still take effect. */
  async soon<T>(command: Promise<T>): Promise<T | undefined> {
    const connection = this.#connection;
    try {
      return await within(this.#clock, command, ANSWER_WITHIN_MS);
    } catch (error) {
      if (error instanceof Late && connection === this.#connection) this.#isSlow(connection);
      return undefined;
    }
  }

  #isSlow(connection: Connection | undefined): void {
    this.#cancelLoss ??= this.#clock.after(
      LOST_AFTER_MS - ANSWER_WITHIN_MS,
      () => this.#lose(connection, new Late(LOST_AFTER_MS)),
      { ref: false },
    );
  }

  #isNoLongerSlow(): void {
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
    this.#isNoLongerSlow();
    connection.destroy();
    this.#tryLater(error);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry?.();
    this.#isNoLongerSlow();
    this.#connection?.destroy();
    this.#connection = undefined;
  }
}
