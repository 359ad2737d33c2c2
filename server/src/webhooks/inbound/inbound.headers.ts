// Of the headers of an event: which are kept for templates and replays, and which names the delivery.
import type { Headers } from './signatures.ts';

/** By which senders name a delivery, the first that is there. */
const DELIVERY_IDS = [
  'webhook-id',
  'svix-id',
  'x-github-delivery',
  'x-gitlab-event-uuid',
  'x-atlassian-webhook-identifier',
  'x-service-delivery',
  'idempotency-key',
];
const LONGEST_ID = 255;

/** With the name of the header: two senders' ids never meet. Undefined if there is none of a sane length. */
export function deliveryIdOf(headers: Headers): string | undefined {
  const name = DELIVERY_IDS.find((one) => typeof headers[one] === 'string' && headers[one] !== '');
  const value = name === undefined ? '' : String(headers[name]);
  return value !== '' && value.length <= LONGEST_ID ? `${name}:${value}` : undefined;
}

const KEPT = /^(x-|webhook-|svix-|ce-)|^(user-agent|content-type|idempotency-key)$/;
const NEVER_KEPT = /sign|auth|token|secret|cookie|password|api-?key|credential/;
const MOST_KEPT = 40;
const LONGEST_KEPT = 500;

/** Signatures and credentials are not among them. */
export const keptHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]): [string, unknown] => [name.toLowerCase(), value])
      .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
      .filter(([name]) => KEPT.test(name) && !NEVER_KEPT.test(name))
      .slice(0, MOST_KEPT)
      .map(([name, value]) => [name, value.slice(0, LONGEST_KEPT)]),
  );
