// Webhooks are signed in both directions by two schemes: the contract's hexadecimal HMAC, and Standard Webhooks.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';

export const makeSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** Returns the value of X-Service-Signature, keyed with the whole secret as text. */
export const serviceSignature = (secret: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** Returns one signature of `webhook-signature`, keyed with the decoded bytes of the secret. */
export function standardSignature(
  secret: string,
  id: string,
  timestamp: number,
  body: Uint8Array,
): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${mac.digest('base64')}`;
}

/** Takes constant time for equal lengths; the length of a signature is not secret. */
export const isSameSignature = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Accepts a digest with or without the prefix `sha256=`. */
export const isServiceSignature = (secret: string, body: Uint8Array, value: string): boolean =>
  isSameSignature(value.replace(/^sha256=/, ''), serviceSignature(secret, body));
