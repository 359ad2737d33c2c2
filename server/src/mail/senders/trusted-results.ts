// The mail server in front of a mailbox may have verified the sender. Only the topmost field counts, and only if it names
// the server that the mailbox trusts: the sender can have written all those below it.
import type { Headers } from '../text/headers/header-fields.ts';
import { valueOf } from '../text/headers/header-fields.ts';
import type { Incoming, Verification } from '../messages/incoming.ts';
import { type MethodResult, parseAuthenticationResults } from './authentication-results.ts';
import { comparableDomain } from './sender-domain.ts';

type Trusting = Pick<Incoming['mailbox'], 'trust'>;
type Verdict = Pick<Verification, 'result' | 'by' | 'reason'>;

/** A domain whose policy is none asks nothing of those who get mail in its name. Servers say so in three ways. */
const asksNothing = ({ comment, properties }: MethodResult): boolean =>
  /\bp=none\b/.test(comment) ||
  ['action', 'policy.dmarc', 'policy.published-domain-policy'].some(
    (name) => properties.get(name)?.toLowerCase() === 'none',
  );

const by = 'authentication_results';

function verdictOf(server: string, dmarc: MethodResult): Verdict | undefined {
  if (dmarc.result === 'pass')
    return { result: 'verified', by, reason: `${server} has verified the sender by DMARC.` };
  if (dmarc.result !== 'fail') return undefined;
  return asksNothing(dmarc)
    ? { result: 'unverified', by, reason: `${server} could not verify the sender by DMARC.` }
    : { result: 'failed', by, reason: `${server} says that DMARC failed.` };
}

/** Returns undefined if no server that is trusted has a verdict on the domain of the sender. */
export function readTrustedResults(
  headers: Headers,
  { trust }: Trusting,
  via: Incoming['via'],
  domain: string,
): Verdict | undefined {
  const { authserv_id: trusted } = trust;
  if (typeof trusted !== 'string' || (via === 'api' && trust.api !== true)) return undefined;
  const results = parseAuthenticationResults(valueOf(headers, 'authentication-results') ?? '');
  if (results?.authservId !== trusted.toLowerCase()) return undefined;
  const [dmarc, ...others] = results.methods.filter(({ method }) => method === 'dmarc');
  const about = dmarc?.properties.get('header.from');
  if (!dmarc || others.length > 0 || about === undefined) return undefined;
  return comparableDomain(about) === domain ? verdictOf(trusted, dmarc) : undefined;
}
