// A signed reply address names the record that a reply belongs to, and who may read the reply. It works only for the
// person whom it was sent to, so a forwarded or guessed one opens nothing.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { ReplyKind } from '../../records/index.ts';

export type { ReplyKind };

export interface ReplyTarget {
  /** This is the id of the record, such as INC0000701. */
  record: string;
  kind: ReplyKind;
}

const LOCAL_PART_OCTETS = 64;
const ADDRESS_OCTETS = 254;
/** These are 80 bits, which are 16 letters of base32 without a spare bit, so each MAC has one spelling. */
const MAC_OCTETS = 10;

/** The suffix is `+inc0000701.public.` and the MAC. */
const LONGEST_SUFFIX_OCTETS = 1 + 10 + 1 + 'public'.length + 1 + 16;
/** A mailbox whose local part is longer could not have reply addresses. */
export const MAX_MAILBOX_LOCAL_PART = LOCAL_PART_OCTETS - LONGEST_SUFFIX_OCTETS;

/** The alphabet of RFC 4648 has no 0, 1, 8 and 9, which look like letters. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
}

/** Other characters are not folded: some look like these in lower case. */
const foldAscii = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (capital) => capital.toLowerCase());

/** An international domain has two spellings. */
function comparableRecipient(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return foldAscii(`${address.slice(0, at)}@${domainToASCII(domain) || domain}`);
}

const macOf = (key: KeyObject, { record, kind }: ReplyTarget, recipient: string): string => {
  const signed = JSON.stringify([record.toLowerCase(), kind, comparableRecipient(recipient)]);
  return base32(createHmac('sha256', key).update(signed).digest().subarray(0, MAC_OCTETS));
};

/** `mailbox` is the address of the mailbox that receives the reply of `recipient`. */
export function makeReplyAddress(
  key: KeyObject,
  mailbox: string,
  target: ReplyTarget,
  recipient: string,
): string {
  const at = mailbox.lastIndexOf('@');
  const { record, kind } = target;
  const suffix = `${record.toLowerCase()}.${kind}.${macOf(key, target, recipient)}`;
  return `${mailbox.slice(0, at)}+${suffix}${mailbox.slice(at)}`;
}

const MAY_HAVE_MAC = /^(.+)\+([a-z]{3}[0-9a-z]{7})\.(public|team)\.([a-z2-7]{16})$/;

interface ReadAddress extends ReplyTarget {
  /** The address of the mailbox is in lower case. */
  mailbox: string;
  mac: string;
}

/** Some mail servers change the case of an address; it does not count. */
function readReplyAddress(address: string): ReadAddress | undefined {
  if (Buffer.byteLength(address) > ADDRESS_OCTETS) return undefined;
  const at = address.lastIndexOf('@');
  const found = MAY_HAVE_MAC.exec(foldAscii(address.slice(0, Math.max(at, 0))));
  if (!found) return undefined;
  const [, local = '', record = '', kind, mac = ''] = found;
  return {
    mailbox: `${local}${foldAscii(address.slice(at))}`,
    record: record.toUpperCase(),
    kind: kind as ReplyKind,
    mac,
  };
}

const isSameMac = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Returns what the address was signed for; undefined if none of the senders got it, by any of the keys. The caller compares
 * the mailbox with its own, and must have verified the senders: the present and former addresses of the one who replies.
 */
export function verifyReplyAddress(
  keys: readonly KeyObject[],
  address: string,
  senders: readonly string[],
): (ReplyTarget & Pick<ReadAddress, 'mailbox'>) | undefined {
  const read = readReplyAddress(address);
  if (!read) return undefined;
  const { mac, ...target } = read;
  const isSigned = keys.some((key) =>
    senders.some((sender) => isSameMac(mac, macOf(key, target, sender))),
  );
  return isSigned ? target : undefined;
}
