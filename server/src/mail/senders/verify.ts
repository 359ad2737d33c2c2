// The sender of a mail is known only if the domain of From vouches for it: by the mail server that the mailbox trusts, or
// else by a signature that is verified here.
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { Incoming, Verification } from '../messages/incoming.ts';
import type { Headers, MailAddress } from '../text/headers/header-fields.ts';
import { type Verdict, verifyByDkim } from './dkim.ts';
import { type MailResolver, withBoundedResolver } from './resolver.ts';
import { domainOf } from './sender-domain.ts';
import { readTrustedResults } from './trusted-results.ts';

interface SentMail extends Pick<Incoming, 'mailbox' | 'via' | 'receivedAt'> {
  raw: Uint8Array;
  from: readonly MailAddress[];
  headers: Headers;
}

/** With `isTemporary`, DNS did not respond, and a later attempt may have another result. */
export type SenderVerification = Verification & Pick<Verdict, 'isTemporary'>;

const isAddress = (address: string): boolean => /^[^@\s]+@[^@\s]+$/.test(address);

export async function verifySender(
  { raw, from: senders, headers, mailbox, via, receivedAt }: SentMail,
  resolver: MailResolver,
  clock: Clock = systemClock,
): Promise<SenderVerification> {
  const [sender, ...others] = senders;
  const from = sender?.address.toLowerCase();
  if (from === undefined || others.length > 0 || !isAddress(from))
    return {
      result: 'unverified',
      by: null,
      from: null,
      reason: 'From does not name one sender.',
    };
  const trusted = readTrustedResults(headers, mailbox, via, domainOf(from));
  if (trusted) return { ...trusted, from };
  const input = { raw, from, mailbox, receivedAt };
  const verdict = await withBoundedResolver(resolver, clock, (bounded) =>
    verifyByDkim(input, bounded, clock),
  );
  return { ...verdict, from };
}
