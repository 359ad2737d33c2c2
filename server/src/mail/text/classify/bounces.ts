// Reports of mail that was not delivered: RFC 3464, the field of Exim, and the text of qmail.
import { type Headers, messageIdsOf, valueOf } from '../headers/header-fields.ts';

export interface ClassifiedPart {
  type: string;
  bytes: Uint8Array;
  /** Is the method of a calendar part, such as REQUEST. */
  method: string | undefined;
}

interface BouncedRecipient {
  address: string;
  /** Is a status code of RFC 3463, such as 5.1.1. */
  status: string | undefined;
  isPermanent: boolean;
}

export interface Bounce {
  recipients: BouncedRecipient[];
  /** The Message-ID of the mail that was not delivered, if the report has it. */
  originalMessageId: string | undefined;
}

const MAX_RECIPIENTS = 100;
const MAX_READ = 65_536;
const MAX_ADDRESS = 320;

const decoder = new TextDecoder('utf-8');
const beginningOfPart = (bytes: Uint8Array): string => decoder.decode(bytes.subarray(0, MAX_READ));

/** Reads fields up to a blank line; a folded one continues with a space. */
function fieldsOf(block: string): Headers {
  const fields: [string, string][] = [];
  for (const line of block.split('\n')) {
    const last = fields.at(-1);
    const colon = line.indexOf(':');
    if (last && /^[ \t]/.test(line)) last[1] = `${last[1]} ${line.trim()}`.slice(0, 4000);
    else if (colon > 0)
      fields.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
  }
  return fields;
}

const blocksOf = (text: string): string[] => text.replaceAll('\r', '').split('\n\n');

/** "rfc822; ada@example.com" names the kind of address first. */
function addressIn(value: string | undefined): string | undefined {
  const address = value
    ?.slice(value.indexOf(';') + 1)
    .trim()
    .replace(/^</, '')
    .replace(/>$/, '');
  return address?.includes('@') && address.length <= MAX_ADDRESS ? address : undefined;
}

const statusIn = (value: string | undefined): string | undefined =>
  /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(value?.slice(0, 1000) ?? '')?.[0];

function recipientOf(fields: Headers): BouncedRecipient | undefined {
  const address =
    addressIn(valueOf(fields, 'final-recipient')) ??
    addressIn(valueOf(fields, 'original-recipient'));
  const action = valueOf(fields, 'action')?.toLowerCase() ?? 'failed';
  if (address === undefined || !['failed', 'delayed'].includes(action)) return undefined;
  const status =
    statusIn(valueOf(fields, 'status')) ?? statusIn(valueOf(fields, 'diagnostic-code'));
  return { address, status, isPermanent: action === 'failed' && !status?.startsWith('4') };
}

function recipientsOf(parts: readonly ClassifiedPart[]): BouncedRecipient[] {
  return parts
    .filter(
      ({ type }) => type === 'message/delivery-status' || type === 'message/global-delivery-status',
    )
    .flatMap(({ bytes }) => blocksOf(beginningOfPart(bytes)))
    .flatMap((block) => recipientOf(fieldsOf(block)) ?? []);
}

const byExim = (headers: Headers): BouncedRecipient[] =>
  (valueOf(headers, 'x-failed-recipients') ?? '')
    .slice(0, MAX_READ)
    .split(',')
    .flatMap((value) => addressIn(value) ?? [])
    .map((address) => ({ address, status: undefined, isPermanent: true }));

/** The report begins with a greeting, and has each address in a line of its own with the reason below it. */
function byQmail(text: string): BouncedRecipient[] {
  const own = text.slice(0, MAX_READ);
  if (!own.trimStart().startsWith('Hi. This is the') || !own.slice(0, 200).includes('qmail'))
    return [];
  return blocksOf(own).flatMap((block) => {
    const [, address] = /^<([^<>\s]{3,320})>:/.exec(block) ?? [];
    if (address === undefined || !address.includes('@')) return [];
    const status = statusIn(block.slice(address.length));
    return [{ address, status, isPermanent: !status?.startsWith('4') }];
  });
}

const originalTypes = new Set(['message/rfc822', 'text/rfc822-headers', 'message/global']);

export function bounceOf(
  headers: Headers,
  text: string,
  parts: readonly ClassifiedPart[],
): Bounce | undefined {
  const found = [recipientsOf(parts), byExim(headers), byQmail(text)].find(
    (some) => some.length > 0,
  );
  if (!found) return undefined;
  const original = parts.find(({ type }) => originalTypes.has(type));
  const [block = ''] = original ? blocksOf(beginningOfPart(original.bytes)) : [];
  return {
    recipients: found.slice(0, MAX_RECIPIENTS),
    originalMessageId: messageIdsOf(fieldsOf(block), 'message-id')[0],
  };
}
