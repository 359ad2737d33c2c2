// Relays events to deliveries: each event once, in the order of its record, in one commit with its deliveries.
import {
  type EventBatch,
  type EventTask,
  logWitnessOf,
  type StoredEvent,
  unrelayedEvents,
} from '../../../events/index.ts';
import type { Deps } from '../../../platform/runtime/deps.ts';
import { eventsSetAside } from '../deliver.metrics.ts';
import type { Match } from '../deliveries/deliveries.sql.ts';
import { MAX_BATCH_BYTES, matchAll } from './matching.ts';
import { FailureCount, isWorthSplitting } from './relay.failures.ts';
import {
  readSubscriptions,
  type RelayResult,
  relayEvents,
  setAside,
  type Subscriptions,
} from './relay.sql.ts';

const MAX_ROWS = 500;
/** One statement stores bodies of at most this total size: each is stored once per matching webhook. */
const MAX_STORED_BYTES = 32 * 1024 * 1024;

/** Returns the first events of a batch that one statement may store, at least one. */
function withinStoredBytes(events: readonly StoredEvent[], matches: readonly Match[]) {
  let bytes = 0;
  const end = matches.findIndex(({ body, webhookIds }, index) => {
    bytes += Buffer.byteLength(body) * webhookIds.length;
    return index > 0 && bytes > MAX_STORED_BYTES;
  });
  const first = matches[end];
  if (!first) return { events, matches, isTruncated: false };
  return {
    events: events.slice(0, events.indexOf(first.event)),
    matches: matches.slice(0, end),
    isTruncated: true,
  };
}

type RunResult = RelayResult & { hasMore: boolean };

/** Each process has one relay. It caches the subscriptions, and reads them again when the database reports that they are stale. */
export class Relay {
  readonly #deps: Deps;
  readonly #eventTasks: readonly EventTask[];
  readonly #failures = new FailureCount();
  #subscriptions: Subscriptions = { version: '', all: [], groups: {} };
  /** A failure halves the batch and a success doubles it, so that it shrinks to the one event that makes it fail. */
  #rows = MAX_ROWS;

  constructor(deps: Deps, eventTasks: readonly EventTask[] = []) {
    this.#deps = deps;
    this.#eventTasks = eventTasks;
  }

  /**
   * Only one process writes at a time. A process that finds the lock taken has nothing to do: the other was notified of
   * the same commit and reads again.
   */
  async run(): Promise<RunResult> {
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
        if (batch.events.length === 1) return this.#handleSingleFailure(first, error);
        this.#rows = Math.ceil(batch.events.length / 2);
      }
    }
  }

  async #relay(batch: EventBatch): Promise<RunResult> {
    const { db, config, now } = this.#deps;
    for (;;) {
      const { version, all, groups } = this.#subscriptions;
      const matched = matchAll(batch.events, all, config.INSTANCE_NAME, groups);
      const { events, matches, isTruncated } = withinStoredBytes(batch.events, matched);
      const relayed = await relayEvents(
        db,
        { events, matches, version, tasks: this.#eventTasks },
        now(),
      );
      if (relayed) {
        if (batch.identity) logWitnessOf(this.#deps).record(batch.identity, batch.events);
        return { ...relayed, hasMore: relayed.events > 0 && (isTruncated || batch.hasMore) };
      }
      this.#subscriptions = await readSubscriptions(db);
    }
  }

  /** All later events wait for this one, so it is set aside once the event itself is clearly at fault. */
  async #handleSingleFailure(event: StoredEvent, error: unknown): Promise<RunResult> {
    const { db, log, now } = this.#deps;
    if (!this.#failures.isPersistent(event, error, now())) throw error;
    const { message } = error as Error;
    const isSetAside = await setAside(db, event, message, now());
    if (isSetAside) {
      eventsSetAside.inc();
      log.error({ err: error, event_id: event.id, record_id: event.record_id }, 'event.set_aside');
    }
    return { events: 0, webhooks: [], hasMore: true };
  }
}
