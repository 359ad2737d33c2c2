// Notifies listeners after rows are committed. Inside the writing transaction, NOTIFY would take a lock that all
// commits share, so the process sends it afterwards, once for many writes. A notification may be lost; listeners
// also poll.
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Channel, channelName, type CommitListeners } from './commit-listener.ts';
import type { Tables, Tx } from './tables.ts';
import { runNamed } from './statements.ts';

/** Notifications are at least this far apart: at hundreds of writes a second, each would start the relay for one event. */
const SEND_EVERY_MS = 5;

const requested = new WeakMap<object, Set<Channel>>();

/** Notifies the channel once the transaction has committed. */
export const notifyOnCommit = (tx: Tx, channel: Channel): void => {
  const channels = requested.get(tx) ?? new Set();
  requested.set(tx, channels.add(channel));
};

export class CommitNotifier {
  readonly #db: Kysely<Tables>;
  readonly #ownListeners: CommitListeners;
  readonly #pending = new Map<Channel, string>();
  #sending: Promise<void> | undefined;

  /** `ownListeners` are called at once for commits of this process, before its response is sent. */
  constructor(db: Kysely<Tables>, ownListeners: CommitListeners = {}) {
    this.#db = db;
    this.#ownListeners = ownListeners;
  }

  /** Sends the notifications that were requested in `tx`. */
  notifyCommitted(tx: Tx): void {
    for (const channel of requested.get(tx) ?? []) {
      this.#ownListeners[channel]?.('');
      this.notify(channel);
    }
  }

  /** Returns at once. Calls during or just after a notification are combined into the next one. */
  notify(channel: Channel, payload = ''): void {
    const before = this.#pending.get(channel);
    this.#pending.set(channel, before === undefined || before === payload ? payload : '');
    this.#sending ??= this.#send().finally(() => (this.#sending = undefined));
  }

  /** Sends one notification without combining it with others. NOTIFY is a commit too, but needs no durability. */
  async send(channel: Channel, payload: string): Promise<void> {
    await runNamed(
      this.#db,
      'notify of a commit',
      sql`
      select set_config('synchronous_commit', 'off', true), pg_notify(${channelName(channel)}, ${payload})`,
    );
  }

  async #send(): Promise<void> {
    while (this.#pending.size > 0) {
      const pending = [...this.#pending];
      this.#pending.clear();
      for (const [channel, payload] of pending) await this.send(channel, payload).catch(() => {});
      await pause(SEND_EVERY_MS);
    }
  }

  /** Must be awaited before the database is closed. */
  async drain(): Promise<void> {
    await this.#sending;
  }
}
