// Closes connections that send nothing: a host that is lost sends no reset, and a socket with unacknowledged data waits
// for it for a quarter of an hour. PostgreSQL ends statements after 10 s, so a connection that has sent no byte for longer
// is lost; closing it fails the statements that wait on it and lets the pool connect again.
import type pg from 'pg';
import { Counter } from 'prom-client';
import { type Clock, systemClock } from '../clock.ts';
import { suspectHost } from './hosts/primary.ts';

const closedConnections = new Counter({
  name: 'signalbox_database_connections_given_up_total',
  help: 'Connections to PostgreSQL that were closed because they did not respond in time, as when its host is lost.',
});

/** The time exceeds `statement_timeout`. */
const RESPOND_WITHIN_MS = 11_000;
/** The time exceeds the longest timeout that statements set: migrations, months of partitioned tables, keys. */
export const MAINTENANCE_WITHIN_MS = 40 * 60_000;
const CHECK_INTERVAL_MS = 500;
/** After this silence, and again each time as long, another host may be the primary. */
const SUSPECT_AFTER_CHECKS = 3;

/** The kernel probes idle connections after this time, and closes lost ones within ten seconds. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5000 } as const;

/** The declared types of the driver's client lack these members. */
type Wire = pg.ClientBase & {
  readyForQuery: boolean;
  connection: { stream: { bytesRead: number; destroy: (error: Error) => void } };
};

interface Silence {
  bytesRead: number;
  /** Checks are counted, and not time: while this process itself is paused, nobody reads what has arrived. */
  checks: number;
}

export class SilentConnections {
  readonly #withinMs: number;
  readonly #maxChecks: number;
  readonly #clock: Clock;
  readonly #clients = new Map<Wire, Silence | undefined>();
  #stopChecking: (() => void) | undefined;

  constructor(withinMs = RESPOND_WITHIN_MS, clock = systemClock) {
    this.#withinMs = withinMs;
    this.#maxChecks = withinMs / CHECK_INTERVAL_MS;
    this.#clock = clock;
  }

  /** The client must be connected; it is watched until `forget`. */
  watch(client: pg.ClientBase): void {
    this.#clients.set(client as Wire, undefined);
    this.#stopChecking ??= this.#clock.every(CHECK_INTERVAL_MS, () => this.#check(), {
      ref: false,
    });
  }

  forget(client: pg.ClientBase): void {
    this.#clients.delete(client as Wire);
    if (this.#clients.size > 0) return;
    this.#stopChecking?.();
    this.#stopChecking = undefined;
  }

  #check(): void {
    for (const [client, silence] of this.#clients) {
      const { bytesRead } = client.connection.stream;
      if (client.readyForQuery) this.#clients.set(client, undefined);
      else if (silence?.bytesRead !== bytesRead)
        this.#clients.set(client, { bytesRead, checks: 0 });
      else if ((silence.checks += 1) >= this.#maxChecks) this.#close(client);
      else if (silence.checks % SUSPECT_AFTER_CHECKS === 0) suspectHost(client);
    }
  }

  #close(client: Wire): void {
    this.forget(client);
    closedConnections.inc();
    client.connection.stream.destroy(
      new Error(`Connection terminated: the database sent nothing for ${this.#withinMs} ms`),
    );
  }
}
