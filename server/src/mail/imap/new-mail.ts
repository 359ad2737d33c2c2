// Finds and fetches the mails of a folder that have not been read yet, in the order of their ids and in bounded batches.
import type { FetchMessageObject, ImapFlow, SearchObject } from 'imapflow';
import { MAX_MAIL_BYTES } from '../text/parse/parse.ts';
import type { Place } from './readers.sql.ts';

const DAY_MS = 86_400_000;
const MAX_BATCH = 50;
/** A larger mail is fetched alone. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** A search compares days in the time zone of the server, so it begins a day earlier. */
const dayBefore = (time: Date): Date => new Date(time.getTime() - DAY_MS);

async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!found)
    throw new Error(
      client.usable
        ? 'The server did not respond to a search of the folder.'
        : 'The server closed the connection.',
    );
  return found;
}

/** Mails that were there when the ids began are new only if they were received since then. */
export async function findNew(
  client: ImapFlow,
  { last_uid: last, first_uid: first }: Place,
  since: Date,
): Promise<number[]> {
  const isAtBeginning = last < first;
  const uids = await search(
    client,
    isAtBeginning
      ? { uid: `${last + 1}:${first}`, since: dayBefore(since) }
      : { uid: `${last + 1}:*` },
  );
  // The largest id matches `n:*` even if it is less than n.
  return uids.filter((uid) => uid > last).toSorted((a, b) => a - b);
}

export interface Listed {
  uid: number;
  size: number;
  receivedAt: Date | undefined;
}

const timeOf = (time: Date | string | undefined): Date | undefined =>
  time === undefined ? undefined : new Date(time);

/**
 * Throws if a mail that is still in the folder was not sent, because the next one may be stored only after it. The library
 * fetches nothing, and throws nothing, once the connection is closed; a search throws.
 */
async function requireSent(
  client: ImapFlow,
  uids: readonly number[],
  sent: readonly { uid: number }[],
): Promise<void> {
  const known = new Set(sent.map(({ uid }) => uid));
  const missing = uids.filter((uid) => !known.has(uid));
  if (missing.length === 0) return;
  const [present] = await search(client, { uid: missing.join(',') });
  if (present !== undefined)
    throw new Error(
      `The server does not send the mail with the UID ${present}. Move it to another folder.`,
    );
}

/**
 * Mails that were deleted meanwhile are missing. A server also reports the flags that another client has changed meanwhile,
 * with nothing that was asked for.
 */
export async function describeMails(client: ImapFlow, uids: readonly number[]): Promise<Listed[]> {
  const query = { uid: true, size: true, internalDate: true };
  const found = await client.fetchAll(uids.join(','), query, { uid: true });
  const listed = found.flatMap(({ uid, size, internalDate }) =>
    size === undefined ? [] : [{ uid, size, receivedAt: timeOf(internalDate) }],
  );
  await requireSent(client, uids, listed);
  return listed.toSorted((a, b) => a.uid - b.uid);
}

export function batchesOf(uids: readonly number[]): number[][] {
  const count = Math.ceil(uids.length / MAX_BATCH);
  return Array.from({ length: count }, (_, at) => uids.slice(at * MAX_BATCH, (at + 1) * MAX_BATCH));
}

const bytesOf = ({ size }: Listed): number => Math.min(size, MAX_MAIL_BYTES);

/** Each group is fetched and stored together. */
export function groupsOf(mails: readonly Listed[]): Listed[][] {
  const groups: Listed[][] = [];
  let bytes = Infinity;
  for (const mail of mails) {
    bytes += bytesOf(mail);
    if (bytes > BATCH_BYTES) {
      groups.push([]);
      bytes = bytesOf(mail);
    }
    groups.at(-1)?.push(mail);
  }
  return groups;
}

export const sizeOfGroup = (group: readonly Listed[]): number =>
  group.reduce((sum, mail) => sum + bytesOf(mail), 0);

export interface FetchedMail {
  uid: number;
  /** The header alone, if the mail is too large. */
  raw: Buffer;
  isTooLarge: boolean;
}

const isTooLarge = ({ size }: Listed): boolean => size > MAX_MAIL_BYTES;

/** Reports of changed flags have neither source nor headers. */
function readFetched({ uid, source, headers }: FetchMessageObject): FetchedMail[] {
  const raw = source ?? headers;
  return raw ? [{ uid, raw, isTooLarge: source === undefined }] : [];
}

/** Mails that were deleted meanwhile are missing. */
export async function fetchGroup(
  client: ImapFlow,
  group: readonly Listed[],
): Promise<FetchedMail[]> {
  const mails: FetchedMail[] = [];
  for (const large of [false, true]) {
    const uids = group.filter((mail) => isTooLarge(mail) === large).map(({ uid }) => uid);
    if (uids.length === 0) continue;
    const query = large ? { uid: true, headers: true } : { uid: true, source: true };
    const found = await client.fetchAll(uids.join(','), query, { uid: true });
    mails.push(...found.flatMap(readFetched));
  }
  await requireSent(
    client,
    group.map(({ uid }) => uid),
    mails,
  );
  return mails.toSorted((a, b) => a.uid - b.uid);
}
