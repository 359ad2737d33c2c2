// Sends each person's number of unread notifications to the streams of that person, when it changes.
import type { Policy } from '../../platform/http/routes/policy.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { ClientStream } from '../stream/client-stream.ts';

/** A change is found at this interval if its notification is lost, or if the writer sends none. */
const POLL_MS = 250;
/** Counts are at least this far apart, so that a burst of notifications is counted once. */
const MIN_INTERVAL_MS = 100;
/** Changes are stored for an hour. A process that was suspended for this long counts everything again, well before. */
const MAX_AGE_MS = 600_000;

interface UnreadCounts {
  /** The counts include every change that is visible in this snapshot. */
  snapshot: string;
  /** Maps addresses as they were given to their counts. */
  unread: ReadonlyMap<string, number>;
}

export interface UnreadSource {
  /** Only these roles have notifications. */
  policy: Exclude<Policy, 'public'>;
  /** Counts those of the recipients who are `uncounted`, or whose count may have changed since the snapshot. */
  read: (
    db: Db,
    given: {
      recipients: readonly string[];
      uncounted: readonly string[];
      since: string | undefined;
    },
  ) => Promise<UnreadCounts>;
}

/** Counts need only these parts of a stream. */
export interface UnreadReader {
  body: ClientStream;
  /** The person whose notifications are counted; undefined where no count is sent. */
  recipient: string | undefined;
  /** The stream has sent this count last. */
  unread?: number;
}

export class UnreadFeed {
  readonly #deps: Deps;
  readonly #source: UnreadSource;
  readonly #readers: ReadonlySet<UnreadReader>;
  readonly #maxWaitingBytes: number;
  #since: string | undefined;
  #readAt = 0;
  #isDue = false;
  #isFailing = false;
  #isStopped = false;
  #reading: Promise<unknown> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(
    deps: Deps,
    source: UnreadSource,
    readers: ReadonlySet<UnreadReader>,
    maxWaitingBytes: number,
  ) {
    this.#deps = deps;
    this.#source = source;
    this.#readers = readers;
    this.#maxWaitingBytes = maxWaitingBytes;
  }

  /** Counts soon, for streams that have opened and for changes that were committed. */
  trigger(): void {
    if (this.#isStopped || !this.#hasReaders()) return;
    this.#isDue = true;
    this.#poll ??= setInterval(() => this.#triggerOrRest(), POLL_MS).unref();
    this.#begin();
  }

  /** Transaction ids before this call are not comparable with later ones, so everything is counted again. */
  reset(): void {
    this.#since = undefined;
  }

  #hasReaders(): boolean {
    return this.#readers.values().some(({ recipient }) => recipient !== undefined);
  }

  #triggerOrRest(): void {
    if (this.#hasReaders()) return this.trigger();
    clearInterval(this.#poll);
    this.#poll = undefined;
    this.reset();
  }

  #begin(): void {
    if (this.#isStopped || !this.#isDue || this.#reading || this.#again) return;
    this.#isDue = false;
    this.#reading = this.#readOnce()
      .then(() => (this.#isFailing = false))
      .catch((error: unknown) => this.#logFailure(error))
      .finally(() => {
        this.#reading = undefined;
        this.#again = setTimeout(() => {
          this.#again = undefined;
          this.#begin();
        }, MIN_INTERVAL_MS).unref();
      });
  }

  /** The poll tries again. The database may have failed over, so that everything is counted then. */
  #logFailure(error: unknown): void {
    this.reset();
    if (!this.#isFailing) this.#deps.log.warn({ err: error }, 'unread.failed');
    this.#isFailing = true;
  }

  async #readOnce(): Promise<void> {
    if (performance.now() - this.#readAt > MAX_AGE_MS) this.reset();
    const since = this.#since;
    const uncounted = new Set<string>();
    const recipients = new Set<string>();
    for (const { recipient, unread } of this.#readers) {
      if (recipient === undefined) continue;
      recipients.add(recipient);
      if (unread === undefined || since === undefined) uncounted.add(recipient);
    }
    if (recipients.size === 0) return;
    const counts = await this.#source.read(this.#deps.db, {
      recipients: [...recipients],
      uncounted: [...uncounted],
      since,
    });
    // A reset meanwhile must not be undone.
    if (this.#since === since) this.#since = counts.snapshot;
    this.#readAt = performance.now();
    for (const reader of this.#readers)
      if (reader.recipient !== undefined) this.#send(reader, counts.unread.get(reader.recipient));
  }

  /** A client that has much to read, because it catches up, gets the count later: it is counted again until then. */
  #send(reader: UnreadReader, unread: number | undefined): void {
    if (unread === undefined || unread === reader.unread) return;
    if (reader.body.readableLength > this.#maxWaitingBytes) {
      delete reader.unread;
      return;
    }
    reader.unread = unread;
    const block = `event: notification\ndata: ${JSON.stringify({ unread })}\n\n`;
    reader.body.write(block);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#poll);
    clearTimeout(this.#again);
    await this.#reading;
  }
}
