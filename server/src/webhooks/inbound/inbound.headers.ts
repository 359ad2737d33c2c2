// Headers of an event are stored for templates and replays, without credentials; one of them may be the delivery id.
import type { Headers } from './signatures.ts';
import { cut } from '../../platform/text.ts';

/** Senders put a delivery id into one of these headers; the first one present is used. */
const DELIVERY_IDS = [
  'webhook-id',
  'svix-id',
  'x-github-delivery',
  'x-gitlab-event-uuid',
  'x-atlassian-webhook-identifier',
  'x-service-delivery',
  'idempotency-key',
];
const MAX_ID_LENGTH = 255;

/** Prefixes the id with the header name, so that ids of different senders cannot collide. Returns undefined if it is absent or too long. */
export function deliveryIdOf(headers: Headers): string | undefined {
  const name = DELIVERY_IDS.find((one) => typeof headers[one] === 'string' && headers[one] !== '');
  const value = name === undefined ? '' : String(headers[name]);
  return value !== '' && value.length <= MAX_ID_LENGTH ? `${name}:${value}` : undefined;
}

const STORED = /^(x-|webhook-|svix-|ce-)|^(user-agent|content-type|idempotency-key)$/;
const NEVER_STORED =
  /sign|auth|token|secret|cookie|password|api-?key|credential|^x-signalbox-chain$/;
const MAX_STORED = 40;
const MAX_VALUE_LENGTH = 500;

export const storedHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]): [string, unknown] => [name.toLowerCase(), value])
      .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
      .filter(([name]) => STORED.test(name) && !NEVER_STORED.test(name))
      .slice(0, MAX_STORED)
      .map(([name, value]) => [name, cut(value, MAX_VALUE_LENGTH)]),
  );
