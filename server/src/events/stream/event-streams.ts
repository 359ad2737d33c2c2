// The number of open event streams of a process is bounded, and one reader of the log feeds all of them.
import { type Clock, pause, systemClock } from '../../platform/clock.ts';
import type { StreamContext } from '../../platform/http/request/context.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { reachOf, type Policy } from '../../platform/http/routes/policy.ts';
import { PresenceFeed, type PresenceReader } from '../presence/presence.feed.ts';
import type { Presence } from '../presence/presence.schema.ts';
import { UnreadFeed, type UnreadReader, type UnreadSource } from '../unread/unread.feed.ts';
import type { EventVisibility } from '../visibility.ts';
import { ClientStream } from './client-stream.ts';
import { LogReader } from './log-reader.ts';
import { eventIdOf, isAfter, positionIn, type StreamPosition } from './position.ts';
import type { BatchReader, SharedBatch } from './shared-batch.ts';
import { StreamSlots } from './stream-slots.ts';
import { endedStreams, openStreams, sentEvents } from './stream.metrics.ts';
import type { LogState, StreamFilter } from './stream.sql.ts';

export interface StreamTimes {
  /** A stream to which nothing was written for this long gets a comment. */
  heartbeatMs: number;
  /** Tokens, heartbeats and stalled clients are checked at this interval. */
  checkIntervalMs: number;
  /** A client that takes none of the waiting bytes for this long is disconnected. */
  stalledMs: number;
  /** A stream that ends has this long to send the bytes already written. */
  flushMs: number;
  /** The reader continues this long without streams, so that a client that returns does not start it again. */
  lingerMs: number;
  /** The reader keeps events in memory for this long. */
  recentMs?: number;
}

const TIMES: StreamTimes = {
  heartbeatMs: 15_000,
  checkIntervalMs: 1000,
  stalledMs: 30_000,
  flushMs: 10_000,
  lingerMs: 30_000,
};
/** At most this many bytes may wait for one client before the next events, and for all clients together. */
const MAX_WAITING_BYTES = 1024 * 1024;
const MAX_WAITING_BYTES_IN_TOTAL = 256 * 1024 * 1024;
/** At most this many streams read the log at the same time to catch up; others wait, so that requests get connections too. */
const MAX_CATCHING_UP = 2;
/** A stream that cannot pass a running transaction waits this long before it reads the log again. */
const NO_PROGRESS_MS = 250;

interface Subscription extends BatchReader, PresenceReader, UnreadReader {
  filter: StreamFilter;
  /** A live stream has caught up with the reader. */
  isLive: boolean;
  isTokenValid: () => Promise<boolean>;
}

/** These rules decide which events a caller may read, which roles see presence, and whose notifications are counted. */
export interface StreamRules {
  visibility: EventVisibility;
  presence: Exclude<Policy, 'public'>;
  notifications: UnreadSource;
}

const gapError = (id: string) =>
  new ApiError(
    'stream_gap',
    `Events after ${id.slice(0, 60)} may be missing: it is older than the retained events, or was not issued by this event log. Read the current state, then open a stream without Last-Event-ID.`,
  );

/**
 * Another process may be ahead of this one, but none is ahead of the database. An event that was sent is missing if a
 * failover or a restore has lost it.
 */
const hasGap = ({ start, horizon, hasEvent }: LogState, cursor: StreamPosition): boolean =>
  isAfter(start, cursor) ||
  isAfter(cursor, horizon) ||
  (isAfter(cursor, start) && cursor.position > 0 && !hasEvent);

const setOf = (values: readonly string[] | undefined) => values && new Set(values);

export type StreamRequest = StreamContext<unknown, StreamFilter>;

export class EventStreams {
  readonly #deps: Deps;
  readonly #rules: StreamRules;
  readonly #times: StreamTimes;
  readonly #clock: Clock;
  readonly #reader: LogReader;
  readonly #open = new Set<Subscription>();
  readonly #presence: PresenceFeed;
  readonly #unread: UnreadFeed;
  readonly #slots: StreamSlots;
  #catchingUp = 0;
  readonly #waiting: (() => void)[] = [];
  #checkTimer: NodeJS.Timeout | undefined;
  #linger: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(
    deps: Deps,
    rules: StreamRules,
    times: Partial<StreamTimes> = {},
    clock = systemClock,
  ) {
    this.#deps = deps;
    this.#clock = clock;
    this.#rules = rules;
    this.#presence = new PresenceFeed(deps, rules.visibility, this.#open, MAX_WAITING_BYTES);
    this.#unread = new UnreadFeed(deps, rules.notifications, this.#open, MAX_WAITING_BYTES);
    this.#times = { ...TIMES, ...times };
    this.#slots = new StreamSlots(deps.config, () => {
      this.#linger = setTimeout(() => void this.#reader.stop(), this.#times.lingerMs).unref();
    });
    this.#reader = new LogReader(
      deps,
      rules.visibility,
      {
        onPresence: (payload) => void this.#presence.receive(payload),
        onNotifications: () => this.#unread.trigger(),
        onBatch: (batch) => {
          for (const one of this.#open) if (one.isLive) this.#deliver(one, batch);
        },
        onNewIdentity: () => {
          this.#unread.reset();
          for (const { body } of this.#open) body.finish('log_replaced');
        },
      },
      times.recentMs,
    );
  }

  /** Fails with an ordinary error response; once the body is returned, errors end the stream. */
  async open(request: StreamRequest): Promise<ClientStream> {
    const release = this.#slots.reserve(request.actor.id);
    try {
      clearTimeout(this.#linger);
      await this.#reader.start();
      const cursor = await this.#cursorOf(request.lastEventId);
      return this.#subscribe(request, cursor, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Returns the position to resume from; without an id, the current one. */
  async #cursorOf(id: string | undefined): Promise<StreamPosition> {
    if (id === undefined || id === '') return this.#reader.position;
    const cursor = positionIn(this.#reader.identity, id);
    if (!cursor) throw gapError(id);
    const isRecent = this.#reader.recentAfter(cursor) !== undefined;
    if (isRecent && !isAfter(cursor, this.#reader.position)) return cursor;
    const state = await this.#reader.currentState(cursor);
    if (state.identity !== this.#reader.identity || hasGap(state, cursor)) throw gapError(id);
    return cursor;
  }

  #subscribe(
    { actor, query, isTokenValid }: StreamRequest,
    cursor: StreamPosition,
    release: () => void,
  ): ClientStream {
    const body = new ClientStream(this.#times.flushMs);
    const { visibility, presence, notifications } = this.#rules;
    const shows = (policy: StreamRules['presence'], type: string): boolean =>
      reachOf(policy, actor) !== undefined && (query.type?.includes(type) ?? true);
    const one: Subscription = {
      filter: { type: query.type, record: query.record },
      types: setOf(query.type),
      records: setOf(query.record),
      variantOf: visibility.variantsFor(actor),
      seesPresence: shows(presence, 'presence') ? visibility.sees(actor) : undefined,
      recipient: shows(notifications.policy, 'notification') ? actor.email : undefined,
      cursor,
      body,
      isLive: false,
      isTokenValid,
    };
    this.#open.add(one);
    openStreams.set(this.#open.size);
    body.once('close', () => {
      this.#open.delete(one);
      openStreams.set(this.#open.size);
      endedStreams.inc({ cause: body.cause });
      release();
    });
    body.write(`: connected\n${this.#idLine(one)}\n`);
    this.#checkTimer ??= setInterval(() => this.#checkAll(), this.#times.checkIntervalMs).unref();
    if (this.#isStopping) body.finish('shutdown');
    else if (!this.#goLive(one)) void this.#catchUp(one);
    if (query.record) void this.#presence.sendCurrent(one, query.record);
    this.#unread.trigger();
    return body;
  }

  #idLine({ cursor }: Subscription): string {
    return `id: ${eventIdOf(this.#reader.identity, cursor)}\n`;
  }

  #deliver(one: Subscription, batch: SharedBatch): void {
    const blocks = batch.blocksFor(one);
    if (isAfter(batch.end, one.cursor)) one.cursor = batch.end;
    const [first] = blocks;
    if (!first) return;
    const mostWaiting = Math.min(MAX_WAITING_BYTES, MAX_WAITING_BYTES_IN_TOTAL / this.#open.size);
    one.body.write(blocks.length === 1 ? first : Buffer.concat(blocks), mostWaiting);
    sentEvents.inc(blocks.length);
  }

  /** Delivers the events still in memory. Nothing can be read in between, because nothing here is awaited. */
  #goLive(one: Subscription): boolean {
    const recent = this.#reader.recentAfter(one.cursor);
    if (!recent) return false;
    for (const batch of recent) this.#deliver(one, batch);
    one.isLive = true;
    return true;
  }

  async #catchUp(one: Subscription): Promise<void> {
    try {
      let state = await this.#reader.currentState();
      while (one.body.isOpen && !this.#goLive(one)) {
        const { cursor } = one;
        await this.#catchUpOnce(one, state);
        await one.body.waitUntilDrained();
        if (isAfter(one.cursor, cursor)) continue;
        // The transaction in the way may be of another database, and have begun after the state was read.
        await pause(this.#clock, NO_PROGRESS_MS);
        state = await this.#reader.currentState();
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'stream.read_failed');
      one.body.finish('error');
    }
  }

  async #catchUpOnce(one: Subscription, state: LogState): Promise<void> {
    if (this.#catchingUp >= MAX_CATCHING_UP)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#catchingUp += 1;
    try {
      if (one.body.isOpen)
        this.#deliver(one, await this.#reader.read(state, one.cursor, one.filter));
    } finally {
      this.#catchingUp -= 1;
      this.#waiting.shift()?.();
    }
  }

  announce(presence: Presence): Promise<void> {
    return this.#presence.announce(presence);
  }

  #checkAll(): void {
    for (const one of this.#open) if (one.body.isOpen) this.#check(one);
  }

  #check(one: Subscription): void {
    const { body } = one;
    void this.#checkToken(one);
    if (body.stalledMs() > this.#times.stalledMs) body.abandon();
    if (body.idleMs() < this.#times.heartbeatMs) return;
    const { position } = this.#reader;
    if (one.isLive && isAfter(position, one.cursor)) one.cursor = position;
    body.write(`: keep-alive\n${this.#idLine(one)}\n`);
  }

  async #checkToken({ body, isTokenValid }: Subscription): Promise<void> {
    if (body.isOpen && !(await isTokenValid())) body.finish('token');
  }

  checkTokens(): void {
    for (const one of this.#open) void this.#checkToken(one);
  }

  /** Ends all streams; clients resume them at another process. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#slots.close();
    clearInterval(this.#checkTimer);
    clearTimeout(this.#linger);
    for (const { body } of this.#open) body.finish('shutdown');
    await Promise.all([this.#reader.stop(), this.#unread.stop()]);
  }
}

/** Each pool has one, and each process has one pool. */
const streams = new WeakMap<Db, EventStreams>();

export function eventStreamsOf(deps: Deps, rules: StreamRules): EventStreams {
  const one = streams.get(deps.db) ?? new EventStreams(deps, rules);
  streams.set(deps.db, one);
  return one;
}

/** Must be called before the first stream. Tests use it to shorten the times. */
export const useEventStreams = ({ db }: Pick<Deps, 'db'>, one: EventStreams): void =>
  void streams.set(db, one);

export const stopEventStreams = async ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  streams.get(db)?.stop();

/** Ends the streams whose tokens were revoked, without waiting for the next check. */
export const checkEventStreams = ({ db }: Pick<Deps, 'db'>): void => streams.get(db)?.checkTokens();
