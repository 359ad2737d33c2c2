// Signatures of webhooks, both ways: the contract's hexadecimal HMAC and that of Standard Webhooks.
import { createHmac, randomBytes } from 'node:crypto';

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
