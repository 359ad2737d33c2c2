// Reads new events once for all streams of the process: after commits, and by a timer in case a notification is lost.
import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from '../../platform/background/schedules.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Subscription } from '../../platform/postgres/commit-listener.ts';
import { retryOnStalePlan } from '../../platform/postgres/pg-errors.ts';
import { logWitnessOf, type LogWitness } from '../identity/log-witness.ts';
import type { EventVisibility } from '../visibility.ts';
import { isAfter, type StreamPosition } from './position.ts';
import { SharedBatch } from './shared-batch.ts';
import {
  type LogState,
  foreignTransactions,
  readAfter,
  readLogState,
  type StreamBatch,
  type StreamFilter,
} from './stream.sql.ts';

const POLL_MS = 250;
/** Reads are at least this far apart: at hundreds of events a second, each would otherwise be a batch of its own. */
const MIN_INTERVAL_MS = 20;
/** A stream opens without notifications after this time: events are polled for too. */
const MAX_LISTEN_MS = 2000;
const LIMITS = { rows: 500, bytes: 1024 * 1024 };
/**
 * Events stay in memory, so that a stream that has caught up with the log can join without a gap; not for longer, because
 * permissions are evaluated with the records as they were when the events were read.
 */
const RECENT_MS = 2000;
const MAX_RECENT_EVENTS = 2000;
const MAX_RECENT_BYTES = 8 * 1024 * 1024;

const isOfState = (batch: StreamBatch, { identity, startedAt }: LogState): boolean =>
  batch.identity === identity && batch.startedAt === startedAt;

interface Consumer {
  onBatch: (batch: SharedBatch) => void;
  /** The database was restored: ids that were sent are void. */
  onNewIdentity: () => void;
  onPresence: (payload: string) => void;
  /** Notifications of people were committed. */
  onNotifications: () => void;
}

export class LogReader {
  readonly #deps: Deps;
  readonly #visibility: EventVisibility;
  readonly #consumer: Consumer;
  readonly #recentMs: number;
  readonly #witness: LogWitness;
  #state: LogState | undefined;
  #position: StreamPosition = { xid: 0, position: 0 };
  #recent: SharedBatch[] = [];
  /** `recent` has all events after this position. */
  #recentFrom: StreamPosition = { xid: 0, position: 0 };
  #starting: Promise<void> | undefined;
  #reading: Promise<void> | undefined;
  #isDue = false;
  #isFailing = false;
  #pendingMs = MIN_INTERVAL_MS;
  #again: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #listening: Subscription | undefined;
  #witnessing: Running | undefined;

  constructor(deps: Deps, visibility: EventVisibility, consumer: Consumer, recentMs = RECENT_MS) {
    this.#recentMs = recentMs;
    this.#deps = deps;
    this.#witness = logWitnessOf(deps);
    this.#visibility = visibility;
    this.#consumer = consumer;
  }

  /** All events up to here were given to the streams. */
  get position(): StreamPosition {
    return this.#position;
  }

  get identity(): string {
    return this.#state?.identity ?? '';
  }

  /** Begins at the current end of the log. */
  start(): Promise<void> {
    this.#starting ??= this.#begin().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  async #begin(): Promise<void> {
    // An earlier run may still be reading.
    await this.#reading;
    await this.#witness.check();
    this.#beginAt(await this.currentState());
    this.#witnessing = this.#witness.start();
    this.#listening = this.#deps.commitListener.listen({
      events: () => this.#triggerRead(),
      settings: () => this.#deps.forgetSettings(),
      presence: (payload) => this.#consumer.onPresence(payload),
      notifications: () => this.#consumer.onNotifications(),
    });
    this.#poll = setInterval(() => this.#triggerRead(), POLL_MS);
    this.#triggerRead();
    // Presence is sent once and never read again, so a stream must not open before this process hears of it.
    await Promise.race([this.#listening?.started, pause(MAX_LISTEN_MS, undefined, { ref: false })]);
  }

  #beginAt(state: LogState): void {
    this.#state = state;
    this.#position = state.newest;
    this.#recent = [];
    this.#recentFrom = state.newest;
  }

  currentState(position?: StreamPosition): Promise<LogState> {
    return readLogState(this.#deps.db, position);
  }

  /** Returns the batches with the events after a position, if they are still in memory. */
  recentAfter(cursor: StreamPosition): readonly SharedBatch[] | undefined {
    this.#forget();
    return isAfter(this.#recentFrom, cursor) ? undefined : this.#recent;
  }

  /** Reads events of the log for one stream that catches up. */
  async read(state: LogState, after: StreamPosition, filter: StreamFilter) {
    const batch = await readAfter(this.#deps.db, state, after, filter, LIMITS);
    if (!isOfState(batch, state)) throw new Error('The database was restarted or replaced.');
    return this.#toSharedBatch(state, batch);
  }

  async #toSharedBatch(state: LogState, { events, end }: Pick<StreamBatch, 'events' | 'end'>) {
    this.#witness.record(
      state,
      events.map(({ id, at, occurred_at }) => ({ id, position: at.position, occurred_at })),
    );
    const facts =
      events.length > 0 ? await this.#visibility.facts(this.#deps.db, events) : new Map();
    return new SharedBatch(events, end, facts, {
      identity: state.identity,
      instance: this.#deps.config.INSTANCE_NAME,
      asVariant: this.#visibility.asVariant,
    });
  }

  #triggerRead(): void {
    this.#isDue = true;
    this.#reading ??= this.#readAll().finally(() => (this.#reading = undefined));
  }

  async #readAll(): Promise<void> {
    while (this.#isDue && this.#starting) {
      this.#isDue = false;
      try {
        await this.#readOnce();
        this.#isFailing = false;
      } catch (error) {
        // The streams stay open and continue where they are; the timer tries again.
        if (!this.#isFailing) this.#deps.log.warn({ err: error }, 'stream.read_failed');
        this.#isFailing = true;
        // The server may be another one now, or have restarted, and its transaction ids with it.
        this.#witness.expireCheck();
        if (this.#state) this.#state = { ...this.#state, startedAt: '' };
      }
      await pause(MIN_INTERVAL_MS);
    }
  }

  async #readOnce(): Promise<void> {
    const state = this.#state;
    if (!state) return;
    const batch = await retryOnStalePlan(() =>
      readAfter(this.#deps.db, state, this.#position, {}, LIMITS),
    );
    if (!isOfState(batch, state)) return this.#renewState(state);
    const shared = await this.#toSharedBatch(state, batch);
    this.#publish(shared);
    this.#pendingMs =
      batch.events.length > 0 ? MIN_INTERVAL_MS : Math.min(this.#pendingMs * 2, POLL_MS);
    if (batch.hasMore) this.#isDue = true;
    else if (batch.hasPending) {
      this.#state = { ...state, foreign: await foreignTransactions(this.#deps.db) };
      this.#triggerReadIn(this.#pendingMs);
    } else if (state.foreign.length > 0) this.#state = { ...state, foreign: [] };
  }

  /** Committed events wait for a transaction that may end without a notification. */
  #triggerReadIn(milliseconds: number): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#triggerRead(), milliseconds);
  }

  /** A batch of a server that has restarted is read again: another transaction may now have the id of a foreign one. */
  async #renewState({ identity }: LogState): Promise<void> {
    await this.#witness.check();
    const state = await this.currentState();
    this.#isDue = true;
    if (state.identity === identity) {
      this.#state = state;
      return;
    }
    this.#beginAt(state);
    this.#consumer.onNewIdentity();
  }

  #publish(batch: SharedBatch): void {
    this.#position = batch.end;
    if (batch.events.length === 0) return;
    this.#consumer.onBatch(batch);
    this.#recent.push(batch);
    this.#forget();
  }

  #forget(): void {
    let events = 0;
    let bytes = 0;
    const lastDropped = this.#recent.findLastIndex((batch) => {
      events += batch.events.length;
      bytes += batch.bytes;
      const isOld = performance.now() - batch.readAt > this.#recentMs;
      return isOld || events > MAX_RECENT_EVENTS || bytes > MAX_RECENT_BYTES;
    });
    if (lastDropped < 0) return;
    this.#recentFrom = this.#recent[lastDropped]?.end ?? this.#position;
    this.#recent = this.#recent.slice(lastDropped + 1);
  }

  async stop(): Promise<void> {
    this.#starting = undefined;
    clearInterval(this.#poll);
    clearTimeout(this.#again);
    const listening = this.#listening;
    this.#listening = undefined;
    await listening?.stop();
    await this.#reading;
    await this.#witnessing?.stop();
    this.#witnessing = undefined;
  }
}
