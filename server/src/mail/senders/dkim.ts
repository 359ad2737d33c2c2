// Verifies the sender of a mail by its DKIM signatures, as DMARC aligns them with the domain of From.
import { Readable } from 'node:stream';
import type { DKIMResult, DKIMVerifyResult } from 'mailauth';
import type { Clock } from '../../platform/clock.ts';
import type { Incoming, Verification } from '../messages/incoming.ts';
import { headerFault } from './header-section.ts';
import type { MailResolver } from './resolver.ts';
import { comparableDomain, domainOf } from './sender-domain.ts';
import { signatureFault } from './signature.rules.ts';

export interface SignedInput {
  raw: Uint8Array;
  /** The one address of From. */
  from: string;
  mailbox: Incoming['mailbox'];
  receivedAt: Date;
}

export interface Verdict extends Pick<Verification, 'result' | 'by' | 'reason'> {
  /** DNS did not respond: a later attempt may verify the sender. */
  isTemporary?: true;
}

const CHUNK_BYTES = 65_536;
/** A text of 64 MB takes a few seconds. */
const READ_WITHIN_MS = 30_000;

class TooSlow extends Error {}

/** Other work runs between the chunks. */
async function* chunksOf(raw: Uint8Array, clock: Clock): AsyncGenerator<Buffer> {
  const end = clock.now() + READ_WITHIN_MS;
  for (let at = 0; at < raw.length; at += CHUNK_BYTES) {
    if (clock.now() > end) throw new TooSlow('The text takes too long.');
    const { buffer, byteOffset } = raw.subarray(at);
    yield Buffer.from(buffer, byteOffset, Math.min(CHUNK_BYTES, raw.length - at));
    await new Promise(setImmediate);
  }
}

const unverifiedVerdict = (reason: string): Verdict => ({ result: 'unverified', by: null, reason });

const fieldsOf = ({ headers }: DKIMVerifyResult): string[] =>
  (headers?.parsed ?? []).map(({ key }) => key);

const isPassed = ({ status }: DKIMResult): boolean => status.result === 'pass';
const isTemporary = ({ status }: DKIMResult): boolean => status.result === 'temperror';

const faultOf = (
  { signingHeaders, signTime, canonBodyLengthLimited, status }: DKIMResult,
  verified: DKIMVerifyResult,
  { mailbox, receivedAt }: SignedInput,
): string | undefined =>
  signatureFault({
    fields: fieldsOf(verified),
    signed: signingHeaders?.headers ?? [],
    signedAt: typeof signTime === 'string' ? new Date(signTime) : undefined,
    isCut: canonBodyLengthLimited !== false,
    isTest: status.testing === true,
    receivedAt,
    mailbox,
  });

const NOT_RESPONDING: Verdict = {
  ...unverifiedVerdict('The name servers of the sender did not respond.'),
  isTemporary: true,
};

interface Alignment {
  /** The signature is of the domain of From, or of the same organisation. */
  isAligned: (signature: DKIMResult) => boolean;
  /** The domain asks to refuse mail that it has not signed. */
  refusesUnsigned: boolean;
}

/** Returns undefined if DNS did not respond. */
async function readAlignment(
  passed: readonly DKIMResult[],
  { headerFrom, fromFields }: DKIMVerifyResult,
  resolver: MailResolver,
): Promise<Alignment | undefined> {
  const { evaluateDmarc } = await import('mailauth/lib/dmarc/index.js');
  const { response, dkimAligned } = await evaluateDmarc({
    headerFrom,
    fromFields,
    spfDomains: [],
    dkimDomains: passed.map(({ signingDomain = '' }) => ({ domain: signingDomain })),
    resolver,
  });
  if (response === false || response.status.result === 'temperror') return undefined;
  // A domain without a policy may be the same organisation all the same.
  if (response.status.result === 'none')
    return {
      isAligned: ({ status: { aligned } }) => typeof aligned === 'string',
      refusesUnsigned: false,
    };
  const aligned = new Set([...(dkimAligned ?? [])].map(comparableDomain));
  return {
    isAligned: ({ signingDomain = '' }) => aligned.has(comparableDomain(signingDomain)),
    refusesUnsigned: response.policy !== 'none',
  };
}

/** The library reads the header by other rules than the parser of the mail, so both must find the same sender. */
const isSameSender = ({ headerFrom, fromFields }: DKIMVerifyResult, from: string): boolean =>
  fromFields === 1 && headerFrom.length === 1 && headerFrom[0]?.toLowerCase() === from;

async function readSignatures(
  { raw, receivedAt }: SignedInput,
  resolver: MailResolver,
  clock: Clock,
): Promise<DKIMVerifyResult | undefined> {
  // The library is loaded on demand: most processes verify no mail.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
  const stream = Readable.from(chunksOf(raw, clock), { objectMode: false });
  try {
    return await dkimVerify(stream, { resolver, curTime: receivedAt, strict: true });
  } catch (error) {
    if (error instanceof TooSlow) return undefined;
    throw error;
  }
}

export async function verifyByDkim(
  input: SignedInput,
  resolver: MailResolver,
  clock: Clock,
): Promise<Verdict> {
  const fault = headerFault(input.raw);
  if (fault !== undefined) return unverifiedVerdict(fault);
  const verified = await readSignatures(input, resolver, clock);
  if (!verified) return unverifiedVerdict('Its text takes too long to verify.');
  if (!isSameSender(verified, input.from))
    return unverifiedVerdict('Its sender can be read in two ways.');
  const passed = verified.results.filter(isPassed);
  const alignment = await readAlignment(passed, verified, resolver);
  if (!alignment) return NOT_RESPONDING;
  const aligned = passed.filter(alignment.isAligned);
  const faults = aligned.map((signature) => faultOf(signature, verified, input));
  if (faults.includes(undefined))
    return {
      result: 'verified',
      by: 'dkim',
      reason: `${domainOf(input.from)} has signed the mail.`,
    };
  if (verified.results.some(isTemporary)) return NOT_RESPONDING;
  const [first] = faults;
  if (first !== undefined) return unverifiedVerdict(`The signature does not count: ${first}.`);
  return alignment.refusesUnsigned
    ? {
        result: 'failed',
        by: 'dkim',
        reason: `${domainOf(input.from)} has not signed the mail, and asks to refuse such mail.`,
      }
    : unverifiedVerdict('The domain of the sender has not signed the mail.');
}
