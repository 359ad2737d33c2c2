// From events to deliveries: each event once, in the order of its record, with the deliveries it causes in one commit.
import { unrelayedEvents } from '../../events/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { matchAll } from './matching.ts';
import { readSubscriptions, type Relayed, relayEvents, type Subscriptions } from './relay.sql.ts';

const BATCH = 500;

/** Of one process. It holds in memory who wants what, and asks again when the database says that this is old. */
export class Relay {
  readonly #deps: Deps;
  #subscriptions: Subscriptions = { edition: '', all: [] };

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * One writes at a time among all processes. Who finds another at it has nothing to do: the other looks again when it
   * is woken, and it was woken by the same commit.
   */
  async run(): Promise<Relayed & { hasMore: boolean }> {
    const { db, config, now } = this.#deps;
    const events = await unrelayedEvents(db, BATCH);
    if (events.length === 0) return { events: 0, webhooks: [], hasMore: false };
    for (;;) {
      const { edition, all } = this.#subscriptions;
      const matches = matchAll(events, all, config.INSTANCE_NAME);
      const relayed = await relayEvents(db, events, matches, edition, now());
      if (relayed) return { ...relayed, hasMore: relayed.events > 0 && events.length === BATCH };
      this.#subscriptions = await readSubscriptions(db);
    }
  }
}
