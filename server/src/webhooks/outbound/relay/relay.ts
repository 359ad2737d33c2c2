// From events to deliveries: each event once, in the order of its record, with the deliveries it causes in one commit.
import { type EventBatch, type StoredEvent, unrelayedEvents } from '../../../events/index.ts';
import type { Deps } from '../../../platform/runtime/deps.ts';
import { eventsSetAside } from '../deliver.metrics.ts';
import type { Match } from '../deliveries/deliveries.sql.ts';
import { MAX_BATCH_BYTES, matchAll } from './matching.ts';
import { FailureCount, isWorthSplitting } from './relay.failures.ts';
import {
  readSubscriptions,
  type Relayed,
  relayEvents,
  setAside,
  type Subscriptions,
} from './relay.sql.ts';

const MAX_ROWS = 500;
/** Of the bodies of one statement: each is stored once for every webhook that it is for. */
const MAX_STORED_BYTES = 32 * 1024 * 1024;

/** The first events of a batch, as many as may be stored by one statement, and at least one. */
function withinStoredBytes(events: readonly StoredEvent[], matches: readonly Match[]) {
  let bytes = 0;
  const end = matches.findIndex(({ body, webhookIds }, index) => {
    bytes += Buffer.byteLength(body) * webhookIds.length;
    return index > 0 && bytes > MAX_STORED_BYTES;
  });
  const first = matches[end];
  if (!first) return { events, matches, isCut: false };
  return {
    events: events.slice(0, events.indexOf(first.event)),
    matches: matches.slice(0, end),
    isCut: true,
  };
}

type Run = Relayed & { hasMore: boolean };

/** Of one process. It holds in memory who wants what, and asks again when the database says that this is old. */
export class Relay {
  readonly #deps: Deps;
  readonly #failures = new FailureCount();
  #subscriptions: Subscriptions = { edition: '', all: [] };
  /** Halved by a failure and doubled by a success: so a batch shrinks to the one event that makes it fail. */
  #rows = MAX_ROWS;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * One writes at a time among all processes. Who finds another at it has nothing to do: the other looks again when it
   * is woken, and it was woken by the same commit.
   */
  async run(): Promise<Run> {
    for (;;) {
      const limits = { rows: this.#rows, bytes: MAX_BATCH_BYTES };
      const batch = await unrelayedEvents(this.#deps.db, limits);
      const [first] = batch.events;
      if (!first) return { events: 0, webhooks: [], hasMore: false };
      try {
        const run = await this.#relay(batch);
        this.#rows = Math.min(MAX_ROWS, this.#rows * 2);
        return run;
      } catch (error) {
        if (!isWorthSplitting(error)) throw error;
        if (batch.events.length === 1) return this.#failedAlone(first, error);
        this.#rows = Math.ceil(batch.events.length / 2);
      }
    }
  }

  async #relay(batch: EventBatch): Promise<Run> {
    const { db, config, now } = this.#deps;
    for (;;) {
      const { edition, all } = this.#subscriptions;
      const matched = matchAll(batch.events, all, config.INSTANCE_NAME);
      const { events, matches, isCut } = withinStoredBytes(batch.events, matched);
      const relayed = await relayEvents(db, events, matches, edition, now());
      if (relayed) {
        return { ...relayed, hasMore: relayed.events > 0 && (isCut || batch.hasMore) };
      }
      this.#subscriptions = await readSubscriptions(db);
    }
  }

  /** All later events wait, so it is set aside once it is clear that the event itself is at fault. */
  async #failedAlone(event: StoredEvent, error: unknown): Promise<Run> {
    const { db, log, now } = this.#deps;
    if (!this.#failures.isPersistent(event, error, now())) throw error;
    const { message } = error as Error;
    const isOurs = await setAside(db, event, message, now());
    if (isOurs) {
      eventsSetAside.inc();
      log.error({ err: error, event_id: event.id, record_id: event.record_id }, 'event.set_aside');
    }
    return { events: 0, webhooks: [], hasMore: true };
  }
}
