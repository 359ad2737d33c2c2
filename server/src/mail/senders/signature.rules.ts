// A valid signature of a domain says that the domain has sent these bytes to somebody, at some time. These rules decide
// whether it has sent them to this mailbox, recently, and whether every part that is used here is signed.
import { domainToASCII } from 'node:url';
import type { MailboxRow } from '../mailboxes/mailboxes.sql.ts';
import { addressesOf } from '../text/headers/header-fields.ts';

export interface SignedMail {
  /** Names of all header fields of the mail are here, in lower case. */
  fields: readonly string[];
  /** The signature covers these fields, which are complete lines. */
  signed: readonly string[];
  signedAt: Date | undefined;
  /** The tag `l=` leaves the rest of the text to others. */
  isCut: boolean;
  /** The domain tries its signatures out, and asks to treat its mail as unsigned. */
  isTest: boolean;
  receivedAt: Date;
  mailbox: Pick<MailboxRow, 'address' | 'aliases'>;
}

const MAX_AGE_MS = 7 * 86_400_000;
/** The clocks of two servers differ. */
const MAX_AHEAD_MS = 3_600_000;

const nameOf = (line: string): string => line.slice(0, line.indexOf(':')).trim().toLowerCase();
const valueOf = (line: string): string => line.slice(line.indexOf(':') + 1).trim();

const countIn = (names: readonly string[], name: string): number =>
  names.filter((one) => one === name).length;

const comparable = (address: string): { local: string; domain: string } => {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  return { local: address.slice(0, at).toLowerCase(), domain: domainToASCII(domain) || domain };
};

/** Replies are sent to `local+…` of the same domain. */
function reaches(address: string, own: string): boolean {
  const [sent, mailbox] = [comparable(address), comparable(own)];
  if (sent.domain !== mailbox.domain) return false;
  return sent.local === mailbox.local || sent.local.startsWith(`${mailbox.local}+`);
}

const recipientsOf = (signed: readonly string[]): string[] =>
  signed.flatMap((line) => {
    const name = nameOf(line);
    if (name !== 'to' && name !== 'cc') return [];
    return addressesOf([[name, valueOf(line).replaceAll(/[\r\n]+/g, ' ')]], name).map(
      ({ address }) => address,
    );
  });

const dateOf = (signed: readonly string[]): Date | undefined => {
  const line = signed.find((one) => nameOf(one) === 'date');
  const date = new Date(valueOf(line ?? '').slice(0, 100));
  return Number.isNaN(date.getTime()) ? undefined : date;
};

const ageOf = ({ signedAt, signed, receivedAt }: SignedMail): number | undefined => {
  const at = signedAt ?? dateOf(signed);
  return at && receivedAt.getTime() - at.getTime();
};

const required = ['from', 'subject', 'date', 'message-id'];
const recipients = ['to', 'cc'];

/** A field that the mail has twice may be read as either. */
const isUnsigned = ({ fields, signed }: SignedMail, name: string): boolean =>
  countIn(fields, name) !== 1 || countIn(signed.map(nameOf), name) !== 1;

const rules: readonly [fault: string, isBroken: (mail: SignedMail) => boolean][] = [
  ['it covers only a part of the text', ({ isCut }) => isCut],
  ['its domain only tries signatures out', ({ isTest }) => isTest],
  [
    'it does not cover From, Subject, Date and Message-ID, each once',
    (mail) => required.some((name) => isUnsigned(mail, name)),
  ],
  [
    'it does not cover the recipients',
    (mail) =>
      recipients.every((name) => !mail.fields.includes(name)) ||
      recipients.some((name) => mail.fields.includes(name) && isUnsigned(mail, name)),
  ],
  ['it has no time', (mail) => ageOf(mail) === undefined],
  ['it is older than seven days', (mail) => (ageOf(mail) ?? 0) > MAX_AGE_MS],
  ['it is from the future', (mail) => (ageOf(mail) ?? 0) < -MAX_AHEAD_MS],
  [
    'the mail was sent to somebody else',
    ({ signed, mailbox: { address, aliases } }) =>
      !recipientsOf(signed).some((to) => [address, ...aliases].some((own) => reaches(to, own))),
  ],
];

/** Returns the first rule that the signature breaks; undefined if it counts. */
export const signatureFault = (mail: SignedMail): string | undefined =>
  rules.find(([, isBroken]) => isBroken(mail))?.[0];
