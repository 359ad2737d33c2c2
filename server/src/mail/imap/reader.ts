// Reads one mailbox until it is stopped: connects, stores new mail, and waits until the server tells of more (IDLE). After a
// failure it waits, longer each time, and connects again; mailboxes do not wait for each other.
import { type Clock, pause, systemClock } from '../../platform/clock.ts';
import type { Running } from '../../platform/background/schedules.ts';
import { explainFailure } from '../mailboxes/login-failures.ts';
import type { OpenFolder } from './imap-client.ts';
import { openFolder } from './imap-client.ts';
import { noteFailure, noteSuccess, readPlace } from './readers.sql.ts';
import { beginPlace, LeaseLost, type Reading, storeNewMails } from './store-mails.ts';

/** A server may know no IDLE, or forget to tell. */
const SEARCH_AGAIN_MS = 60_000;
const MAX_PAUSE_MS = 30_000;
/** A single cut connection is not worth an alert. */
const REPORT_FROM = 2;

const pauseAfter = (failures: number): number => Math.min(1000 * 2 ** (failures - 1), MAX_PAUSE_MS);

/** Resolves when the server tells of new mail, at the latest after some time; rejects without a connection. */
class NewMailSignal {
  readonly #folder: OpenFolder;
  readonly #clock: Clock;
  #isNew = false;
  #resolve: () => void = () => {};

  constructor(folder: OpenFolder, signal: AbortSignal, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
    const notify = () => {
      this.#isNew = true;
      this.#resolve();
    };
    folder.client.on('exists', notify);
    folder.client.on('close', notify);
    signal.addEventListener('abort', notify, { once: true });
  }

  /** Mail that came since the last call counts. */
  async next(): Promise<void> {
    if (!this.#isNew) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#resolve = resolve;
      const cancel = this.#clock.after(SEARCH_AGAIN_MS, resolve);
      await promise.finally(cancel);
    }
    this.#isNew = false;
    if (!this.#folder.client.usable) throw new Error('The server closed the connection.');
  }
}

async function readWhileConnected(
  reading: Reading,
  folder: OpenFolder,
  onRead: () => Promise<void>,
): Promise<void> {
  const { deps, mailbox, signal } = reading;
  const stored = await readPlace(deps.db, mailbox.id);
  if (!stored) throw new LeaseLost('The mailbox is gone.');
  const newMail = new NewMailSignal(folder, signal, systemClock);
  let place = await beginPlace(reading, folder, stored);
  while (!signal.aborted) {
    place = await storeNewMails(reading, folder, place);
    await onRead();
    if (!signal.aborted) await newMail.next();
  }
}

/** Returns once it is stopped, or another process has the mailbox. */
async function keepReading(reading: Reading): Promise<void> {
  const { deps, reader, mailbox, signal } = reading;
  let failures = 0;
  const onRead = async () => {
    failures = 0;
    await noteSuccess(deps.db, reader, mailbox.id);
  };
  const connect = async () => {
    const folder = await openFolder(deps, mailbox, signal);
    try {
      await readWhileConnected(reading, folder, onRead);
    } finally {
      folder.client.close();
    }
  };
  while (!signal.aborted) {
    try {
      await connect();
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return;
      failures += 1;
      const { reason } = explainFailure(error as Error, mailbox.incoming);
      deps.log.warn({ mailbox: mailbox.id, failures, reason }, 'mailbox.failed');
      if (failures >= REPORT_FROM)
        await noteFailure(deps.db, reader, mailbox.id, reason).catch(() => {});
      await pause(systemClock, pauseAfter(failures), signal);
    }
  }
}

export function startReader(given: Omit<Reading, 'signal'>): Running & { isDone: () => boolean } {
  const stopping = new AbortController();
  let isDone = false;
  const reading = keepReading({ ...given, signal: stopping.signal })
    .catch((error: unknown) =>
      given.deps.log.error({ err: error, mailbox: given.mailbox.id }, 'mailbox.reader_failed'),
    )
    .finally(() => (isDone = true));
  return {
    isDone: () => isDone,
    stop: async () => {
      stopping.abort();
      await reading;
    },
  };
}
