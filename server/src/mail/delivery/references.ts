// Lists what in a mail may name its record, in the order in which it is tried.
import type { KeyObject } from 'node:crypto';
import type { MailboxRow } from '../mailboxes/mailboxes.sql.ts';
import type { Incoming } from '../messages/incoming.ts';
import { type ReplyTarget, verifyReplyAddress } from '../replies/reply-address.ts';
import type { ParsedMail } from '../text/parse/parsed-mail.ts';

const isOwnId =
  (host: string) =>
  (id: string): boolean =>
    id.slice(id.lastIndexOf('@') + 1).toLowerCase() === `${host.toLowerCase()}>`;

interface ReferencedId {
  id: string;
  matchedBy: 'own_message_id' | 'known_message_id';
}

/**
 * The mail that is answered comes first, and then those before it: a mail may name several conversations, and belongs to
 * the one that it answers, which may be a mail of ours or of somebody else.
 */
export function referencedIds(
  { inReplyTo, references }: Pick<ParsedMail, 'inReplyTo' | 'references'>,
  host: string,
): ReferencedId[] {
  const ids = [...new Set([...inReplyTo.toReversed(), ...references.toReversed()])];
  const isOwn = isOwnId(host);
  return ids.map((id) => ({ id, matchedBy: isOwn(id) ? 'own_message_id' : 'known_message_id' }));
}

const MAX_ADDRESSES = 100;

/** An envelope has the addresses that the mail was sent to; a program that sends messages may know only the header. */
function recipientsOf({
  envelope,
  mail,
}: Pick<Incoming, 'envelope'> & {
  mail: Pick<ParsedMail, 'deliveredTo' | 'to' | 'cc'>;
}): string[] {
  const named = [...mail.to, ...mail.cc].map(({ address }) => address);
  return [...new Set([...envelope.to, ...mail.deliveredTo, ...named])].slice(0, MAX_ADDRESSES);
}

/** A mailbox receives mail to these, in lower case. */
const addressesOfMailbox = ({
  address,
  aliases,
}: Pick<MailboxRow, 'address' | 'aliases'>): string[] =>
  [address, ...aliases].map((one) => one.toLowerCase());

/** `senders` are the present and former addresses of the verified sender. */
export function signedTarget(
  incoming: Pick<Incoming, 'envelope' | 'mail' | 'mailbox'>,
  keys: readonly KeyObject[],
  senders: readonly string[],
): ReplyTarget | undefined {
  const own = addressesOfMailbox(incoming.mailbox);
  return recipientsOf(incoming)
    .filter((address) => address.includes('+'))
    .map((address) => verifyReplyAddress(keys, address, senders))
    .find((target) => target !== undefined && own.includes(target.mailbox));
}

/** Returns the id in a subject such as `Re: [INC0000701] Printer`; undefined if there is none, or more than one. */
export function recordInSubject(subject: string): string | undefined {
  const found = subject.toUpperCase().match(/\[[A-Z]{3}[0-9A-Z]{7}\]/g) ?? [];
  const [only, ...others] = new Set(found);
  return others.length > 0 ? undefined : only?.slice(1, -1);
}
