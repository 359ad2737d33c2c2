// Stores the new mails of a folder. Mails and the place up to which the folder has been read are committed together, so a
// mail is neither left out nor stored twice, whenever the process ends.
import { type BodyBudget } from '../../platform/http/guard/body-budget.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { MailboxRow } from '../mailboxes/mailboxes.sql.ts';
import { storeMessages } from '../messages/messages.store.ts';
import type { OpenFolder } from './imap-client.ts';
import {
  batchesOf,
  describeMails,
  type FetchedMail,
  fetchGroup,
  findNew,
  groupsOf,
  type Listed,
  sizeOfGroup,
} from './new-mail.ts';
import { movePlace, type Place } from './readers.sql.ts';

/** The lease has ended, or the mailbox reads another folder now. */
export class LeaseLost extends Error {}

export interface Reading {
  deps: Deps;
  reader: string;
  mailbox: MailboxRow;
  budget: BodyBudget;
  /** Set while the process stops. */
  signal: AbortSignal;
  /** A mail that was received before is not read again after the ids of the folder have changed. */
  since: Date;
}

async function advance(
  { deps, reader, mailbox }: Reading,
  from: Place,
  to: Place,
  mails: readonly FetchedMail[] = [],
): Promise<Place> {
  await transact(deps, async (tx) => {
    for (const { raw, isTooLarge } of mails)
      await storeMessages(tx, {
        via: 'imap',
        raw,
        envelopeFrom: null,
        recipients: [{ mailboxId: mailbox.id, addresses: [] }],
        receivedAt: deps.now(),
        isTooLarge,
      });
    // This comes last, because it locks the mailbox.
    if (!(await movePlace(tx, reader, mailbox, from, to)))
      throw new LeaseLost('Another process reads the mailbox.');
  });
  return to;
}

/** Begins again if the server has new ids, which is the case at the first connection, too. */
export async function beginPlace(
  reading: Reading,
  { uidValidity, uidNext }: OpenFolder,
  place: Place,
): Promise<Place> {
  if (place.uid_validity === uidValidity) return place;
  const { deps, mailbox } = reading;
  deps.log.info({ mailbox: mailbox.id, uid_validity: uidValidity }, 'mailbox.begun');
  return advance(reading, place, {
    uid_validity: uidValidity,
    last_uid: 0,
    first_uid: uidNext - 1,
  });
}

async function storeGroup(
  reading: Reading,
  { client }: OpenFolder,
  group: readonly Listed[],
  place: Place,
): Promise<Place> {
  const { budget, mailbox } = reading;
  const body = budget.begin(mailbox.id);
  try {
    await budget.acquire(body, sizeOfGroup(group));
    const mails = await fetchGroup(client, group);
    const last = group.at(-1)?.uid ?? place.last_uid;
    return await advance(reading, place, { ...place, last_uid: last }, mails);
  } finally {
    budget.release(body);
  }
}

async function storeBatch(
  reading: Reading,
  folder: OpenFolder,
  uids: readonly number[],
  place: Place,
): Promise<Place> {
  const listed = await describeMails(folder.client, uids);
  const isNew = ({ uid, receivedAt }: Listed) =>
    uid > place.first_uid || receivedAt === undefined || receivedAt >= reading.since;
  let at = place;
  for (const group of groupsOf(listed.filter(isNew))) {
    if (reading.signal.aborted) return at;
    at = await storeGroup(reading, folder, group, at);
  }
  const last = uids.at(-1) ?? at.last_uid;
  return last > at.last_uid ? advance(reading, at, { ...at, last_uid: last }) : at;
}

/** Returns the place behind the last new mail. */
export async function storeNewMails(
  reading: Reading,
  folder: OpenFolder,
  place: Place,
): Promise<Place> {
  let at = place;
  while (!reading.signal.aborted) {
    const uids = await findNew(folder.client, at, reading.since);
    for (const batch of batchesOf(uids)) {
      if (reading.signal.aborted) return at;
      at = await storeBatch(reading, folder, batch, at);
    }
    if (at.last_uid < at.first_uid)
      at = await advance(reading, at, { ...at, last_uid: at.first_uid });
    else if (uids.length === 0) return at;
  }
  return at;
}
