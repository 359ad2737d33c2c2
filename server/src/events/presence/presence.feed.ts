// Sends the presence of people to the streams of this process, and notifies the other processes.
import type { Deps } from '../../platform/runtime/deps.ts';
import type { ClientStream } from '../stream/client-stream.ts';
import type { EventVisibility } from '../visibility.ts';
import type { Presence } from './presence.schema.ts';
import { PresenceStore } from './presence.store.ts';

/** Presence needs only these parts of a stream. */
export interface PresenceReader {
  body: ClientStream;
  records: ReadonlySet<string> | undefined;
  /** Decides whether presence on a record is shown; undefined where it never is. */
  seesPresence: ReturnType<EventVisibility['sees']> | undefined;
}

const referenceOf = ({ record }: Presence) => ({ record_type: record.type, record_id: record.id });

export class PresenceFeed {
  readonly #deps: Deps;
  readonly #visibility: EventVisibility;
  readonly #maxWaitingBytes: number;
  readonly #readers: ReadonlySet<PresenceReader>;
  readonly #store: PresenceStore;

  constructor(
    deps: Deps,
    visibility: EventVisibility,
    readers: ReadonlySet<PresenceReader>,
    maxWaitingBytes: number,
  ) {
    this.#deps = deps;
    this.#visibility = visibility;
    this.#readers = readers;
    this.#maxWaitingBytes = maxWaitingBytes;
    const { limits, config, now } = deps;
    this.#store = new PresenceStore({ valkey: limits.valkey, instance: config.INSTANCE_NAME, now });
  }

  /** Notifies all processes. The embedded database has one process, and no notifications. */
  async announce(presence: Presence): Promise<void> {
    await this.#store.put(presence);
    const payload = JSON.stringify(presence);
    if (this.#deps.sharesBackend) await this.receive(payload);
    else await this.#deps.commitNotifier.send('presence', payload);
  }

  /** Handles the presence that a process has announced. */
  receive(payload: string): Promise<void> {
    return this.#logFailure(async () => {
      const presence = JSON.parse(payload) as Presence;
      this.#store.remember(presence);
      await this.#show([presence], [...this.#readers]);
    });
  }

  /** Sends the people who are present when a stream about records begins. */
  async sendCurrent(reader: PresenceReader, records: readonly string[]): Promise<void> {
    if (reader.seesPresence)
      await this.#logFailure(async () => this.#show(await this.#store.of(records), [reader]));
  }

  /** The next presence is sent within the minute, so a failure ends nothing. */
  #logFailure(work: () => Promise<void>): Promise<void> {
    return work().catch((error: unknown) => this.#deps.log.warn({ err: error }, 'presence.failed'));
  }

  async #show(presences: readonly Presence[], streams: readonly PresenceReader[]): Promise<void> {
    const readers = streams.filter(({ seesPresence }) => seesPresence);
    if (readers.length === 0 || presences.length === 0) return;
    const facts = await this.#visibility.facts(this.#deps.db, presences.map(referenceOf));
    for (const presence of presences) {
      const block = Buffer.from(`event: presence\ndata: ${JSON.stringify(presence)}\n\n`);
      for (const { body, records, seesPresence } of readers)
        if (
          (records?.has(presence.record.id) ?? true) &&
          seesPresence?.(referenceOf(presence), facts)
        )
          body.write(block, this.#maxWaitingBytes);
    }
  }
}
