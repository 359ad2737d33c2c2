// Reads what the rules of delivery decide by.
import { type Actor, type Context, isOwnAddress } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Settings } from '../../platform/runtime/settings.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import {
  type AnyRecordType,
  type NotedRow,
  type NotedType,
  readParticipants,
  typeOfId,
} from '../../records/index.ts';
import type { Incoming } from '../messages/incoming.ts';
import { replyKeys } from '../replies/reply-keys.ts';
import { findRecordsOfMessageIds } from '../threads/message-ids.sql.ts';
import { automaticOf } from './automatic.ts';
import { countRecentMessages, findFollowers, findMailboxAddresses } from './delivery.sql.ts';
import { recordInSubject, referencedIds, signedTarget } from './references.ts';
import type { Facts, FoundRecord } from './rules.ts';
import { findSender, isReserved, type Sender, senderAddress } from './sender.ts';

export type AnyNotedType = NotedType<NotedRow, Context>;

/** Returns undefined for an id of records that have no notes. */
export function notedTypeOf(id: string): AnyNotedType | undefined {
  const type: AnyRecordType | undefined = typeOfId(id);
  return type?.notes ? (type as unknown as AnyNotedType) : undefined;
}

/** Mail to a record in one of these states begins another one. */
const endedStates: Readonly<Record<string, readonly string[]>> = {
  incident: ['closed', 'cancelled'],
  request: ['rejected', 'fulfilled', 'cancelled'],
};

const hasEnded = ({ type }: AnyNotedType, row: NotedRow): boolean =>
  endedStates[type]?.includes((row as unknown as { state: string }).state) ?? false;

/** Records name the people who take part by these columns, besides those of their type. */
const PERSON_COLUMNS = ['opened_by', 'requested_by', 'assigned_to'];

async function takesPart(
  tx: Tx,
  { requesterColumns = [] }: AnyNotedType,
  row: NotedRow,
  actor: Actor,
): Promise<boolean> {
  const named = row as unknown as Record<string, string | null | undefined>;
  if ([...requesterColumns, ...PERSON_COLUMNS].some((column) => isOwnAddress(actor, named[column])))
    return true;
  const participants = await readParticipants(tx, row.id);
  return participants.some(({ email }) => isOwnAddress(actor, email));
}

type Match = Pick<FoundRecord, 'id' | 'matchedBy' | 'kind'>;

const FLOOD_MESSAGES = 20;
const FLOOD_MS = 600_000;

async function isFlooded(tx: Tx, recordId: string, sender: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - FLOOD_MS);
  const count = await countRecentMessages(tx, { recordId, sender, since, most: FLOOD_MESSAGES });
  return count >= FLOOD_MESSAGES;
}

/** Returns undefined for a record that does not exist. */
async function readFound(
  tx: Tx,
  { actor, address }: { actor: Actor | undefined; address: string | undefined },
  match: Match,
  now: Date,
): Promise<FoundRecord | undefined> {
  const type = notedTypeOf(match.id);
  const row = await type?.table.find(tx, match.id);
  if (!type || !row) return undefined;
  return {
    ...match,
    isDeleted: row.deleted_at !== null,
    hasEnded: hasEnded(type, row),
    isParticipant: actor !== undefined && (await takesPart(tx, type, row, actor)),
    isAgent: actor !== undefined && reachOf(type.notes.editors, actor) !== undefined,
    isFlooded: address !== undefined && (await isFlooded(tx, match.id, address, now)),
  };
}

/** Yields the matches in the order in which they count. */
async function* matchesOf(
  tx: Tx,
  deps: Deps,
  incoming: Incoming,
  { addresses }: Sender,
): AsyncGenerator<Match> {
  const { mail, mailbox } = incoming;
  const target = signedTarget(incoming, await replyKeys(tx, deps.keys), addresses);
  if (target) yield { id: target.record, matchedBy: 'reply_address', kind: target.kind };
  const referenced = referencedIds(mail, new URL(deps.config.BASE_URL).hostname);
  const ids = referenced.map(({ id }) => id);
  const records = await findRecordsOfMessageIds(tx, ids, mailbox.id);
  for (const { id, matchedBy } of referenced) {
    const record = records.get(id);
    if (record !== undefined) yield { id: record, matchedBy, kind: undefined };
  }
  const named = recordInSubject(mail.subject);
  if (named !== undefined) yield { id: named, matchedBy: 'subject', kind: undefined };
}

/** A subject is easily guessed, so it leads only participants to their record. */
const isFollowed = ({ matchedBy, isParticipant }: FoundRecord): boolean =>
  matchedBy !== 'subject' || isParticipant;

const MAX_FOLLOWED = 10;

/** Mail to a record that has ended goes to the record that the sender began by an earlier one. */
async function findOpenFollower(
  tx: Tx,
  sender: Sender,
  ended: FoundRecord,
  now: Date,
): Promise<FoundRecord | undefined> {
  const names = { actor: sender.actor, address: sender.actor.email };
  let waiting = [ended.id];
  for (let at = 0; at < MAX_FOLLOWED && waiting.length > 0; at += 1) {
    const [next = '', ...rest] = waiting;
    const followers = await findFollowers(tx, next);
    for (const id of followers) {
      const found = await readFound(tx, names, { ...ended, id }, now);
      if (found?.isParticipant && !found.isDeleted && !found.hasEnded) return found;
    }
    waiting = [...rest, ...followers];
  }
  return undefined;
}

async function findRecord(
  tx: Tx,
  deps: Deps,
  incoming: Incoming,
  sender: Sender | undefined,
): Promise<FoundRecord | undefined> {
  const names = { actor: sender?.actor, address: senderAddress(incoming) };
  const now = deps.now();
  const chosen = incoming.decision?.attachTo ?? null;
  if (chosen !== null)
    return readFound(tx, names, { id: chosen, matchedBy: 'attached', kind: undefined }, now);
  if (!sender) return undefined;
  for await (const match of matchesOf(tx, deps, incoming, sender)) {
    const found = await readFound(tx, names, match, now);
    if (!found || !isFollowed(found)) continue;
    const isOver = found.hasEnded && !found.isDeleted && found.isParticipant;
    return (isOver ? await findOpenFollower(tx, sender, found, now) : undefined) ?? found;
  }
  return undefined;
}

/** `MAIL_FROM` may have a name before the address. */
const bareAddress = (text: string): string => /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text.trim();

async function isOwn(tx: Tx, deps: Deps, address: string): Promise<boolean> {
  if (address === bareAddress(deps.config.MAIL_FROM).toLowerCase() || isReserved(deps, address))
    return true;
  return (await findMailboxAddresses(tx, [address])).size > 0;
}

export interface ReadFacts {
  facts: Facts;
  sender: Sender | undefined;
}

export async function readFacts(
  tx: Tx,
  deps: Deps,
  incoming: Incoming,
  { mail_new_requesters }: Pick<Settings, 'mail_new_requesters'>,
): Promise<ReadFacts> {
  const { mail, mailbox } = incoming;
  const { result } = incoming.sender;
  const address = senderAddress(incoming);
  const sender = await findSender(tx, deps, incoming);
  const facts: Facts = {
    sender: address === undefined && result === 'verified' ? 'unverified' : result,
    hasOneSender: address !== undefined,
    person: sender?.person ?? 'unknown',
    takesNewRequesters: mail_new_requesters,
    requiresVerified: mailbox.trust.require_verified === true,
    isEncrypted: mail.encrypted !== undefined,
    isOwnAddress: address !== undefined && (await isOwn(tx, deps, address)),
    automatic: automaticOf(mail),
    found: await findRecord(tx, deps, incoming, sender),
    isDecided: incoming.decision !== null,
  };
  return { facts, sender };
}
