// Reads event streams, records the sequences in order, and reconnects with the last id when the connection is cut.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from './harness.ts';
import { StreamClient } from './stream-client.ts';

const WRITTEN_TYPES: ReadonlySet<string> = new Set(['incident.updated']);

export interface ReaderOptions {
  name: string;
  token: string;
  query?: string;
  /** Called for each connection, so that it may lead to another process. */
  urlOf: () => string;
  /** Events of these types are recorded; by default those that event-writers.ts writes. */
  types?: ReadonlySet<string>;
  onEvent?: (record: string, sequence: number, event: Json) => void;
}

export class StreamReader {
  readonly name: string;
  readonly received = new Map<string, number[]>();
  readonly refused: string[] = [];
  connections = 0;
  #client: StreamClient | undefined;
  #lastEventId: string | undefined;
  #isOver = false;
  readonly #options: ReaderOptions;
  #running: Promise<void> | undefined;
  #count = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.name = options.name;
  }

  /** The report of a test that timed out prints this. */
  get state(): string {
    const { status, isEnded } = this.#client ?? {};
    return `connected ${this.connections} times, last ${status} ${isEnded ? 'ended' : 'open'} at ${this.#lastEventId}`;
  }

  get count(): number {
    return this.#count;
  }

  async #connect(): Promise<void> {
    const { token, query = '', urlOf, types = WRITTEN_TYPES, onEvent } = this.#options;
    const client = await StreamClient.open(urlOf(), {
      token,
      query,
      lastEventId: this.#lastEventId,
      onBlock: ({ id, event, data }) => {
        this.#lastEventId = id ?? this.#lastEventId;
        if (event === undefined || !types.has(event)) return;
        const { record, sequence } = data;
        const received = this.received.get(record.id) ?? [];
        this.received.set(record.id, received);
        received.push(sequence);
        this.#count += 1;
        onEvent?.(record.id, sequence, data);
      },
    });
    this.connections += 1;
    this.#client = client;
    if (client.status === 200) return;
    await client.untilEnded();
    if (client.status !== 503) this.refused.push(`${client.status} ${client.text}`);
    throw new Error('refused');
  }

  /** Resolves once it is connected for the first time. */
  async start(): Promise<void> {
    await this.#connect();
    await this.#client?.until(({ lastEventId }) => lastEventId !== undefined, 'the first id');
    this.#running = this.#keepConnected();
  }

  async #keepConnected(): Promise<void> {
    while (!this.#isOver) {
      await this.#client?.untilClosed();
      if (this.#isOver) return;
      await this.#connect().catch(() => sleep(50));
    }
  }

  /** Cuts the connection, as a network failure does. */
  cut(): void {
    this.#client?.destroy();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.cut();
    await this.#running;
  }
}
