// The event stream is an async iterator that reconnects and resumes after the last event it has seen.
import { SignalboxError } from './errors.ts';
import type { StreamedEvent, StreamedType } from './generated/schemas.ts';
import type { RequestOptions } from './options.ts';
import { isRetried, sleep } from './retry.ts';
import { serverSentEvents } from './sse.ts';
import type { ApiRequest, Transport } from './transport.ts';

export interface StreamOptions extends RequestOptions {
  /** The stream resumes after this event, the `lastEventId` of an earlier stream. Without it, the stream begins now. */
  lastEventId?: string | undefined;
  /** The stream calls this when it is connected, and again whenever it has been resumed. */
  onConnect?: (() => void) | undefined;
  /** The connection is given up after this many milliseconds without a byte; the service sends one every 15 s. Defaults to 45,000. */
  idleTimeoutMs?: number | undefined;
}

type Streamed<E extends StreamedType> = Extract<StreamedEvent, { event: E }>;

/** These are not in the log, so they have no envelope of their own. */
const WITHOUT_ENVELOPE: ReadonlySet<string | undefined> = new Set(['presence', 'notification']);

const DEFAULT_IDLE_TIMEOUT_MS = 45_000;
const DEFAULT_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** After these faults, a stream that was connected is resumed, for as long as it takes. */
const isTemporary = (error: unknown): boolean =>
  // The body of a response fails with errors of the platform.
  !(error instanceof SignalboxError) || isRetried(error);

export class EventStream<E extends StreamedType = StreamedType> implements AsyncIterable<
  Streamed<E>
> {
  /** The event with this id was returned last. Save the id once you have handled the event, to resume there later. */
  lastEventId: string | undefined;
  readonly #transport: Transport;
  readonly #request: ApiRequest;
  readonly #options: StreamOptions;
  #retryMs = DEFAULT_RETRY_MS;

  constructor(transport: Transport, request: ApiRequest) {
    this.#transport = transport;
    this.#request = request;
    this.#options = request.options ?? {};
    this.lastEventId = this.#options.lastEventId;
  }

  /** Ends when the loop over it is left, or the signal aborts. Fails with `stream_gap` if events may be missing. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Streamed<E>, void, undefined> {
    const { signal } = this.#options;
    for (let failures = 0, wasConnected = false; ;) {
      try {
        const body = await this.#connect();
        wasConnected = true;
        failures = 0;
        this.#options.onConnect?.();
        yield* this.#read(body);
      } catch (error) {
        signal?.throwIfAborted();
        if (!wasConnected || !isTemporary(error)) throw error;
        failures += 1;
      }
      const most = Math.min(MAX_RETRY_MS, this.#retryMs * 2 ** failures);
      await sleep(Math.random() * most, signal);
    }
  }

  async #connect(): Promise<ReadableStream<Uint8Array>> {
    const headers = { ...this.#options.headers };
    if (this.lastEventId) headers['last-event-id'] = this.lastEventId;
    const { data } = await this.#transport.send<ReadableStream<Uint8Array>>({
      ...this.#request,
      options: { ...this.#options, headers },
      kind: 'stream',
    });
    return data;
  }

  async *#read(body: ReadableStream<Uint8Array>): AsyncGenerator<Streamed<E>, void, undefined> {
    const { signal, idleTimeoutMs: idleMs = DEFAULT_IDLE_TIMEOUT_MS } = this.#options;
    for await (const { id, event, data, retryMs } of serverSentEvents(body, { signal, idleMs })) {
      this.#retryMs = retryMs ?? this.#retryMs;
      this.lastEventId = id ?? this.lastEventId;
      if (data === undefined) continue;
      const value: unknown = JSON.parse(data);
      yield (WITHOUT_ENVELOPE.has(event) ? { event, data: value } : value) as Streamed<E>;
    }
  }
}
