// Gives up connections that say nothing: a host that is lost sends no reset, and a socket with unacknowledged data waits
// for it for a quarter of an hour. PostgreSQL ends statements after 10 s, so a connection that has brought no byte for
// longer leads nowhere; closing it fails what waits on it and lets the pool connect again.
import type pg from 'pg';
import { Counter } from 'prom-client';
import { type Clock, systemClock } from '../clock.ts';

const givenUp = new Counter({
  name: 'signalbox_database_connections_given_up_total',
  help: 'Connections to PostgreSQL that were closed because they brought no answer in time, as when its host is lost.',
});

/** Longer than `statement_timeout`. */
const RESPOND_WITHIN_MS = 11_000;
/** For statements that set a longer timeout: migrations, months of partitioned tables, keys. Longer than theirs. */
export const MAINTENANCE_WITHIN_MS = 40 * 60_000;
const LOOK_EVERY_MS = 500;

/** Idle connections: probes of the kernel begin after this time and end them within ten seconds. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5000 } as const;

/** Members of the driver's client that are missing in its declared types. */
type Wire = pg.ClientBase & {
  readyForQuery: boolean;
  connection: { stream: { bytesRead: number; destroy: (error: Error) => void } };
};

interface Silence {
  bytesRead: number;
  /** Looks since then, and not time: while this process itself is paused, nobody reads what has arrived. */
  looks: number;
}

export class SilentConnections {
  readonly #withinMs: number;
  readonly #maxLooks: number;
  readonly #clock: Clock;
  readonly #clients = new Map<Wire, Silence | undefined>();
  #stopLooking: (() => void) | undefined;

  constructor(withinMs = RESPOND_WITHIN_MS, clock = systemClock) {
    this.#withinMs = withinMs;
    this.#maxLooks = withinMs / LOOK_EVERY_MS;
    this.#clock = clock;
  }

  /** From when it is connected until `forget`. */
  watch(client: pg.ClientBase): void {
    this.#clients.set(client as Wire, undefined);
    this.#stopLooking ??= this.#clock.every(LOOK_EVERY_MS, () => this.#look(), { ref: false });
  }

  forget(client: pg.ClientBase): void {
    this.#clients.delete(client as Wire);
    if (this.#clients.size > 0) return;
    this.#stopLooking?.();
    this.#stopLooking = undefined;
  }

  #look(): void {
    for (const [client, silence] of this.#clients) {
      const { bytesRead } = client.connection.stream;
      if (client.readyForQuery) this.#clients.set(client, undefined);
      else if (silence?.bytesRead !== bytesRead) this.#clients.set(client, { bytesRead, looks: 0 });
      else if ((silence.looks += 1) >= this.#maxLooks) this.#giveUp(client);
    }
  }

  #giveUp(client: Wire): void {
    this.forget(client);
    givenUp.inc();
    client.connection.stream.destroy(
      new Error(`Connection terminated: the database said nothing for ${this.#withinMs} ms`),
    );
  }
}
