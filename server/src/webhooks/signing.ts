// Signatures of webhooks, both ways: the contract's hexadecimal HMAC and that of Standard Webhooks.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';

export const makeSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** The value of X-Service-Signature: keyed with the whole secret as text. */
export const serviceSignature = (secret: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** One signature of `webhook-signature`: keyed with the bytes that the secret stands for. */
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

/** In constant time for texts of one length; the length of a signature is no secret. */
export const isSameSignature = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** A receiver's view: the prefix that senders may put before the digest is not part of it. */
export const isServiceSignature = (secret: string, body: Uint8Array, value: string): boolean =>
  isSameSignature(value.replace(/^sha256=/, ''), serviceSignature(secret, body));
