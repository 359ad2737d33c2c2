// The open event streams of a process: their number is bounded, and one reader of the log feeds all of them.
import type { StreamContext } from '../../platform/http/request/context.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { reachOf, type Policy } from '../../platform/http/routes/policy.ts';
import { PresenceStore } from '../presence/presence.store.ts';
import type { Presence } from '../presence/presence.schema.ts';
import type { EventVisibility } from '../visibility.ts';
import { ClientStream } from './client-stream.ts';
import { LogReader } from './log-reader.ts';
import { eventIdOf, isAfter, positionIn, type StreamPosition } from './position.ts';
import type { BatchReader, SharedBatch } from './shared-batch.ts';
import { endedStreams, openStreams, sentEvents } from './stream.metrics.ts';
import type { LogState, StreamFilter } from './stream.sql.ts';

export interface StreamTimes {
  /** A stream to which nothing else was written gets a comment. */
  heartbeatMs: number;
  /** How often tokens, heartbeats and stalled clients are looked at. */
  lookEveryMs: number;
  /** A client that takes none of the waiting bytes for this long is disconnected. */
  stalledMs: number;
  /** Time to send what was already written when a stream ends. */
  flushMs: number;
  /** The reader goes on this long without streams, so that a client that returns does not start it again. */
  lingerMs: number;
  /** For how long the reader keeps events in memory. */
  recentMs?: number;
}

const TIMES: StreamTimes = {
  heartbeatMs: 15_000,
  lookEveryMs: 1000,
  stalledMs: 30_000,
  flushMs: 10_000,
  lingerMs: 30_000,
};
/** Bytes that may wait for one client before the next events, and for all clients together. */
const MAX_WAITING_BYTES = 1024 * 1024;
const MAX_WAITING_BYTES_IN_TOTAL = 256 * 1024 * 1024;
/** Streams that read the log at the same time to catch up; others wait, so that requests get connections too. */
const MAX_CATCHING_UP = 2;

interface Subscription extends BatchReader {
  filter: StreamFilter;
  body: ClientStream;
  /** It has caught up with the reader. */
  isLive: boolean;
  isTokenValid: () => Promise<boolean>;
  /** Whether presence on a record is shown; undefined where it never is. */
  seesPresence: ReturnType<EventVisibility['sees']> | undefined;
}

/** Which events a caller may read, and which roles see presence. */
export interface StreamRules {
  visibility: EventVisibility;
  presence: Exclude<Policy, 'public'>;
}

const gap = (id: string) =>
  new ApiError(
    'stream_gap',
    `Events after ${id.slice(0, 60)} may be missing: it is older than the retained events, or was not issued by this event log. Read the current state, then open a stream without Last-Event-ID.`,
  );

const setOf = (values: readonly string[] | undefined) => values && new Set(values);

export type StreamRequest = StreamContext<unknown, StreamFilter>;

export class EventStreams {
  readonly #deps: Deps;
  readonly #rules: StreamRules;
  readonly #presences: PresenceStore;
  readonly #times: StreamTimes;
  readonly #reader: LogReader;
  readonly #open = new Set<Subscription>();
  readonly #perCaller = new Map<string, number>();
  /** Open streams and those that are being opened. */
  #count = 0;
  #catchingUp = 0;
  readonly #waiting: (() => void)[] = [];
  #look: NodeJS.Timeout | undefined;
  #linger: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(deps: Deps, rules: StreamRules, times: Partial<StreamTimes> = {}) {
    this.#deps = deps;
    this.#rules = rules;
    this.#presences = new PresenceStore({
      valkey: deps.limits.valkey,
      instance: deps.config.INSTANCE_NAME,
      now: deps.now,
    });
    this.#times = { ...TIMES, ...times };
    this.#reader = new LogReader(
      deps,
      rules.visibility,
      {
        onPresence: (payload) => void this.#onPresence(payload),
        onBatch: (batch) => {
          for (const one of this.#open) if (one.isLive) this.#deliver(one, batch);
        },
        onNewEpoch: () => {
          for (const { body } of this.#open) body.finish('log_replaced');
        },
      },
      times.recentMs,
    );
  }

  /** Fails with an ordinary error response; once the body is returned, errors end the stream. */
  async open(request: StreamRequest): Promise<ClientStream> {
    const release = this.#reserve(request.actor.id);
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

  #reserve(callerId: string): () => void {
    const { MAX_STREAMS, MAX_STREAMS_PER_CALLER } = this.#deps.config;
    const own = this.#perCaller.get(callerId) ?? 0;
    if (own >= MAX_STREAMS_PER_CALLER)
      throw new ApiError(
        'too_many_streams',
        `You have ${own} open event streams, which is the limit. Close one first, or share one among the parts of your client.`,
        { limit: MAX_STREAMS_PER_CALLER },
        { 'retry-after': '10' },
      );
    if (this.#count >= MAX_STREAMS || this.#isStopping)
      throw new ApiError(
        'overloaded',
        'The process has as many event streams as it can serve. Retry after the number of seconds in Retry-After.',
        {},
        { 'retry-after': '5' },
      );
    this.#count += 1;
    this.#perCaller.set(callerId, own + 1);
    let isReserved = true;
    return () => {
      if (!isReserved) return;
      isReserved = false;
      this.#count -= 1;
      const left = (this.#perCaller.get(callerId) ?? 1) - 1;
      if (left === 0) this.#perCaller.delete(callerId);
      else this.#perCaller.set(callerId, left);
      if (this.#count === 0 && !this.#isStopping)
        this.#linger = setTimeout(() => void this.#reader.stop(), this.#times.lingerMs).unref();
    };
  }

  /** The position to resume from; the present without an id. */
  async #cursorOf(id: string | undefined): Promise<StreamPosition> {
    if (id === undefined || id === '') return this.#reader.position;
    const cursor = positionIn(this.#reader.epoch, id);
    if (!cursor) throw gap(id);
    const isRecent = this.#reader.recentAfter(cursor) !== undefined;
    if (isRecent && !isAfter(cursor, this.#reader.position)) return cursor;
    // Another process may be ahead of this one, but none is ahead of the database.
    const { horizon, droppedXid } = await this.#reader.currentState();
    if (isAfter(cursor, horizon) || cursor.xid <= droppedXid) throw gap(id);
    return cursor;
  }

  #subscribe(
    { actor, query, isTokenValid }: StreamRequest,
    cursor: StreamPosition,
    release: () => void,
  ): ClientStream {
    const body = new ClientStream(this.#times.flushMs);
    const { visibility, presence } = this.#rules;
    const isShownPresence =
      reachOf(presence, actor) !== undefined && (query.type?.includes('presence') ?? true);
    const one: Subscription = {
      filter: { type: query.type, record: query.record },
      types: setOf(query.type),
      records: setOf(query.record),
      variantOf: visibility.variantsFor(actor),
      seesPresence: isShownPresence ? visibility.sees(actor) : undefined,
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
    this.#look ??= setInterval(() => this.#lookAtAll(), this.#times.lookEveryMs).unref();
    if (this.#isStopping) body.finish('shutdown');
    else if (!this.#goLive(one)) void this.#catchUp(one);
    if (query.record) void this.#sendPresences(one, query.record);
    return body;
  }

  #idLine({ cursor }: Subscription): string {
    return `id: ${eventIdOf(this.#reader.epoch, cursor)}\n`;
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

  /** Delivers what is still in memory. Nothing can be read in between, because nothing here waits. */
  #goLive(one: Subscription): boolean {
    const recent = this.#reader.recentAfter(one.cursor);
    if (!recent) return false;
    for (const batch of recent) this.#deliver(one, batch);
    one.isLive = true;
    return true;
  }

  async #catchUp(one: Subscription): Promise<void> {
    try {
      const state = await this.#reader.currentState();
      while (one.body.isOpen && !this.#goLive(one)) {
        await this.#catchUpOnce(one, state);
        await one.body.drained();
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

  /** Tells all processes. The embedded database has one, and no notifications. */
  async announce(presence: Presence): Promise<void> {
    await this.#presences.put(presence);
    const payload = JSON.stringify(presence);
    if (this.#deps.sharesBackend) await this.#onPresence(payload);
    else await this.#deps.wake.send('presence', payload);
  }

  async #onPresence(payload: string): Promise<void> {
    try {
      const presence = JSON.parse(payload) as Presence;
      this.#presences.remember(presence);
      await this.#show([presence], [...this.#open]);
    } catch (error) {
      // The next one is sent within the minute.
      this.#deps.log.warn({ err: error }, 'presence.failed');
    }
  }

  /** The people who are there when a stream about a record begins. */
  async #sendPresences(one: Subscription, records: readonly string[]): Promise<void> {
    if (!one.seesPresence) return;
    try {
      await this.#show(await this.#presences.of(records), [one]);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'presence.failed');
    }
  }

  async #show(presences: readonly Presence[], streams: readonly Subscription[]): Promise<void> {
    const readers = streams.filter(({ seesPresence }) => seesPresence);
    if (readers.length === 0 || presences.length === 0) return;
    const referenceOf = ({ record }: Presence) => ({
      record_type: record.type,
      record_id: record.id,
    });
    const facts = await this.#rules.visibility.facts(this.#deps.db, presences.map(referenceOf));
    for (const presence of presences) {
      const block = Buffer.from(`event: presence\ndata: ${JSON.stringify(presence)}\n\n`);
      for (const { body, records, seesPresence } of readers)
        if (
          (records?.has(presence.record.id) ?? true) &&
          seesPresence?.(referenceOf(presence), facts)
        )
          body.write(block, MAX_WAITING_BYTES);
    }
  }

  #lookAtAll(): void {
    for (const one of this.#open) if (one.body.isOpen) this.#lookAt(one);
  }

  #lookAt(one: Subscription): void {
    const { body } = one;
    void this.#checkToken(one);
    if (body.stalledMs() > this.#times.stalledMs) body.abandon();
    if (body.idleMs() < this.#times.heartbeatMs) return;
    const { position } = this.#reader;
    if (one.isLive && isAfter(position, one.cursor)) one.cursor = position;
    body.write(`: keep-alive\n${this.#idLine(one)}\n`);
  }

  async #checkToken({ body, isTokenValid }: Subscription): Promise<void> {
    if (!(await isTokenValid())) body.finish('token');
  }

  /** Ends all streams; clients resume them at another process. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#look);
    clearTimeout(this.#linger);
    for (const { body } of this.#open) body.finish('shutdown');
    await this.#reader.stop();
  }
}

/** One per pool, which is one per process. */
const streams = new WeakMap<Db, EventStreams>();

export function eventStreamsOf(deps: Deps, rules: StreamRules): EventStreams {
  const one = streams.get(deps.db) ?? new EventStreams(deps, rules);
  streams.set(deps.db, one);
  return one;
}

/** Before the first stream. Tests shorten the times. */
export const useEventStreams = ({ db }: Pick<Deps, 'db'>, one: EventStreams): void =>
  void streams.set(db, one);

export const stopEventStreams = async ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  streams.get(db)?.stop();
