// The way to Valkey, for what processes share and may lose: whoever asks gets an answer soon, or none and goes on alone.
import type { Logger } from 'pino';
import { valkeyIsHere } from './metrics.ts';

/** Longer than a command takes on a machine six times overbooked, where 200 ms made processes count alone; a hung server costs a request no more. */
const ANSWER_WITHIN_MS = 500;
const CONNECT_WITHIN_MS = 1000;
const TRY_AGAIN_MS = 1000;

/** A command as Valkey reads it. */
type Words = readonly [command: string, ...words: string[]];

interface Connection {
  send: (words: Words) => Promise<unknown>;
  destroy: () => void;
}

const late = (): Error => new Error(`no answer within ${ANSWER_WITHIN_MS} ms`);

/** After a stall of our own, timers come before the answers that were waiting all the while: those have one more turn. */
function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(late())), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function open(url: string, onEnd: (error: Error) => void): Promise<Connection> {
  // Loaded here, so that a process without it does not pay 200 ms for it.
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    // Reconnecting is ours: theirs would wait for a server that is connected and hangs.
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_WITHIN_MS },
    disableOfflineQueue: true,
    disableClientInfo: true,
  });
  client.on('error', onEnd);
  const connection = {
    send: (words: Words) => client.sendCommand([...words]),
    destroy: () => {
      if (client.isOpen) client.destroy();
    },
  };
  try {
    await within(client.connect(), CONNECT_WITHIN_MS);
    await within(connection.send(['PING']), CONNECT_WITHIN_MS);
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return connection;
}

export class Valkey {
  readonly #url: string;
  readonly #log: Logger;
  #connection: Connection | undefined;
  #opening: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  /** Whether commands are sent there; false before the first one too. */
  get isHere(): boolean {
    return this.#connection !== undefined;
  }

  /** For the start and for health checks, which may be the first to ask. */
  async check(): Promise<boolean> {
    if (!this.#connection && !this.#retry) await this.#open();
    return this.isHere;
  }

  /** The answer, or undefined while Valkey is away. Never waits long; throws only NOSCRIPT. */
  async ask(words: Words): Promise<unknown> {
    if (!this.#connection) {
      if (this.#retry || this.#isClosed) return undefined;
      await within(this.#open(), ANSWER_WITHIN_MS).catch(() => {});
    }
    const connection = this.#connection;
    if (!connection) return undefined;
    try {
      return await within(connection.send(words), ANSWER_WITHIN_MS);
    } catch (error) {
      if ((error as Error).message.startsWith('NOSCRIPT')) throw error;
      // Whatever else is on its way there fails with it, at once.
      this.#lose(connection, error as Error);
      return undefined;
    }
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
      connection = await open(this.#url, (error) => this.#lose(connection, error));
      if (this.#isClosed) {
        connection.destroy();
        return;
      }
      this.#connection = connection;
      valkeyIsHere(true);
      this.#log.info('valkey.here');
    } catch (error) {
      this.#tryLater(error as Error);
    }
  }

  #tryLater(error: Error): void {
    valkeyIsHere(false);
    if (this.#isClosed) return;
    if (!this.#retry) this.#log.warn({ reason: error.message }, 'valkey.away');
    clearTimeout(this.#retry);
    this.#retry = setTimeout(async () => {
      await this.#open();
      if (this.#connection) this.#retry = undefined;
    }, TRY_AGAIN_MS).unref();
  }

  #lose(connection: Connection | undefined, error: Error): void {
    if (!connection || this.#connection !== connection) return;
    this.#connection = undefined;
    connection.destroy();
    this.#tryLater(error);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#connection?.destroy();
    this.#connection = undefined;
  }
}
