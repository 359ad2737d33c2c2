// A person works with a mailbox that the service reads: reads some mails, moves some, deletes some. A mail that is gone
// before it was read cannot be known, so only mails that are stored are moved and deleted.
import { setTimeout as sleep } from 'node:timers/promises';
import { hashMessageId } from '../../../src/mail/messages/raw-message-id.ts';
import { PASSWORD } from '../../support/dovecot/imap-site.ts';
import type { ImapServer } from '../../support/dovecot/imap.ts';
import { connectOtherClient, type OtherClient } from '../../support/dovecot/other-client.ts';
import { messageIdOf } from '../../support/mail-site.ts';
import type { Site } from '../../support/site.ts';

const FOLDER = 'Done';
const PAUSE_MS = 200;

/** Each mail has one of these fates, by its number. */
const fates = ['left alone', 'read', 'moved', 'deleted'] as const;
type Fate = (typeof fates)[number];
const fateOf = (n: number): Fate => fates[n % fates.length] ?? 'left alone';

interface Pending {
  uid: number;
  n: number;
}

const numberOf = (messageId: string): number => Number(/^<(\d+)@/.exec(messageId)?.[1]);

async function readStored({ sql }: Site, pending: readonly Pending[]): Promise<Pending[]> {
  const hashes = pending.map(({ n }) => hashMessageId(messageIdOf(n)));
  const rows = await sql('select message_id_hash from messages where message_id_hash = any($1)', [
    hashes,
  ]);
  const known = new Set(rows.map(({ message_id_hash: one }) => one.toString('hex')));
  return pending.filter((_, at) => known.has(hashes[at]?.toString('hex')));
}

interface Progress {
  /** Mails below this UID are known. */
  next: number;
  pending: Pending[];
}

/** Looks for new mails, and gives those a fate that can have it. */
async function work(site: Site, client: OtherClient, progress: Progress): Promise<void> {
  const fresh = await client.list('INBOX', progress.next);
  progress.next = Math.max(progress.next, ...fresh.map(({ uid }) => uid + 1));
  const found = fresh.map(({ uid, messageId }) => ({ uid, n: numberOf(messageId) }));
  const withFate = (mails: readonly Pending[], fate: Fate): number[] =>
    mails.filter(({ n }) => fateOf(n) === fate).map(({ uid }) => uid);
  await client.flag(withFate(found, 'read'), ['\\Seen']);
  const pending = [...progress.pending, ...found];
  const stored = await readStored(site, pending);
  await client.move(withFate(stored, 'moved'), FOLDER);
  await client.remove(withFate(stored, 'deleted'));
  const done = new Set(stored);
  progress.pending = pending.filter((mail) => !done.has(mail));
}

/** Returns the mails of a folder that have other flags than the person gave them, or should not be there. */
async function folderFaults(
  client: OtherClient,
  folder: string,
  expected: ReadonlyMap<number, string>,
): Promise<string[]> {
  const listed = await client.list(folder);
  const found = new Map(
    listed.map(({ messageId, flags }) => [
      numberOf(messageId),
      // The server sets \Recent by itself, and keywords for attachments.
      [...flags].filter((flag) => flag.startsWith('\\') && flag !== '\\Recent').join(),
    ]),
  );
  const numbers = new Set([...found.keys(), ...expected.keys()]);
  const faults = listed.length === found.size ? [] : [`${folder} has a mail twice`];
  for (const n of numbers)
    if (found.get(n) !== expected.get(n))
      faults.push(
        `mail ${n}, ${fateOf(n)}, in ${folder}: ${found.get(n)} instead of ${expected.get(n)}`,
      );
  return faults;
}

export function startPerson(site: Site, imap: ImapServer, user: string) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const connect = () => connectOtherClient(imap, user, PASSWORD);
  const keepWorking = async () => {
    const client = await connect();
    const progress = { next: 1, pending: [] };
    try {
      await client.createFolder(FOLDER);
      for (; !signal.aborted; await sleep(PAUSE_MS)) await work(site, client, progress);
    } finally {
      client.close();
    }
  };
  const working = (async () => {
    // The connection is cut when the server is restored.
    while (!signal.aborted) await keepWorking().catch(() => sleep(PAUSE_MS));
  })();
  return {
    /** All mails from 1 to `mails` are stored. Returns the faults of the folders. */
    end: async (mails: number): Promise<string[]> => {
      stopping.abort();
      await working;
      const client = await connect();
      try {
        await work(site, client, { next: 1, pending: [] });
        const numbers = Array.from({ length: mails }, (_, at) => at + 1);
        const of = (...wanted: Fate[]) => numbers.filter((n) => wanted.includes(fateOf(n)));
        const inbox = of('left alone', 'read').map((n): [number, string] => [
          n,
          fateOf(n) === 'read' ? '\\Seen' : '',
        ]);
        return [
          ...(await folderFaults(client, 'INBOX', new Map(inbox))),
          ...(await folderFaults(client, FOLDER, new Map(of('moved').map((n) => [n, ''])))),
        ];
      } finally {
        client.close();
      }
    },
  };
}
