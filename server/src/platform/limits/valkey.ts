// The way to Valkey, for what processes share and may lose: whoever asks gets an answer soon, or none and goes on alone.
import type { Logger } from 'pino';
import { setValkeyUp } from './valkey.metrics.ts';

/** What a request waits at most. Longer than that Valkey is slow: nobody waits for it until it has answered. */
const ANSWER_WITHIN_MS = 200;
/** Slow for so long is away. A machine overbooked six times kept a command for 500 ms, so that alone says little. */
const LOST_AFTER_MS = 2000;
const CONNECT_WITHIN_MS = 1000;
/** Soon, because what processes count alone is paid back wholly only if they did so for less than a second. */
const TRY_AGAIN_MS = 250;

/** A command as Valkey reads it. */
type Words = readonly [command: string, ...words: string[]];

interface Connection {
  send: (words: Words) => Promise<unknown>;
  destroy: () => void;
}

class Late extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/** After a stall of our own, timers come before the answers that were waiting all the while: those have one more turn. */
function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Late(milliseconds));
    const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The one refusal that whoever sends a script can mend; any other makes it as good as away. */
export const lacksScript = (error: unknown): boolean =>
  (error as Error).message.startsWith('NOSCRIPT');

async function open(url: string, onEnd: (error: Error) => void): Promise<Connection> {
  // Loaded here, so that a process without it does not pay 200 ms for it.
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    // Reconnecting is ours: theirs would wait for a server that is connected and hangs.
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_WITHIN_MS },
    disableOfflineQueue: true,
    disableClientInfo: true,
    // How long is too long is ours too, and theirs is an abort signal for each command.
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
  /** Runs while Valkey is slow. */
  #losing: NodeJS.Timeout | undefined;
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

  /** Whether a command may be sent and waited for; connects if nobody has tried yet. */
  async isReady(): Promise<boolean> {
    if (!this.#connection && !this.#retry && !this.#isClosed)
      await within(this.#open(), ANSWER_WITHIN_MS).catch(() => {});
    return this.#connection !== undefined && this.#losing === undefined;
  }

  /** Fails when Valkey lacks the script, or is lost before it answers. */
  async send(words: Words): Promise<unknown> {
    const connection = this.#connection;
    if (!connection) throw new Error('Valkey is not connected');
    try {
      const answer = await connection.send(words);
      this.#isNoLongerSlow();
      return answer;
    } catch (error) {
      // Whatever else is on its way there fails with it, at once.
      if (!lacksScript(error)) this.#lose(connection, error as Error);
      throw error;
    }
  }

  /** What was asked, or undefined if it fails or does not come soon; it may still come. */
  async soon<T>(asked: Promise<T>): Promise<T | undefined> {
    const connection = this.#connection;
    try {
      return await within(asked, ANSWER_WITHIN_MS);
    } catch (error) {
      if (error instanceof Late && connection === this.#connection) this.#isSlow(connection);
      return undefined;
    }
  }

  #isSlow(connection: Connection | undefined): void {
    this.#losing ??= setTimeout(
      () => this.#lose(connection, new Late(LOST_AFTER_MS)),
      LOST_AFTER_MS - ANSWER_WITHIN_MS,
    ).unref();
  }

  #isNoLongerSlow(): void {
    clearTimeout(this.#losing);
    this.#losing = undefined;
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
      setValkeyUp(true);
      this.#log.info('valkey.connected');
    } catch (error) {
      this.#tryLater(error as Error);
    }
  }

  #tryLater(error: Error): void {
    setValkeyUp(false);
    if (this.#isClosed) return;
    if (!this.#retry) this.#log.warn({ reason: error.message }, 'valkey.disconnected');
    clearTimeout(this.#retry);
    this.#retry = setTimeout(async () => {
      await this.#open();
      if (this.#connection) this.#retry = undefined;
    }, TRY_AGAIN_MS).unref();
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
    clearTimeout(this.#retry);
    this.#isNoLongerSlow();
    this.#connection?.destroy();
    this.#connection = undefined;
  }
}
