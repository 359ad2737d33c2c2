// Verifies deliveries of webhooks, and signs events as the service does. WebCrypto compares in constant time.
import { SignalboxError } from './errors.ts';
import type { WebhookEvent } from './generated/schemas.ts';

export type WebhookBody = string | Uint8Array | ArrayBuffer;
/** Headers may be those of `fetch`, those of Node, or a plain object. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export interface UnwrapOptions {
  /** A delivery may be this old, and its clock this far ahead. Defaults to 300. */
  toleranceSeconds?: number | undefined;
  /** Accepts a delivery that has only `X-Service-Signature`, whose age cannot be checked: it can be sent again for ever. */
  allowUntimed?: boolean | undefined;
}

const DEFAULT_TOLERANCE_SECONDS = 300;
const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const utf8 = new TextEncoder();

type Bytes = Uint8Array<ArrayBuffer>;
/** Replaces `CryptoKey`, which the types of Node do not declare. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const bytesOf = (body: WebhookBody): Bytes =>
  typeof body === 'string' ? utf8.encode(body) : new Uint8Array(body);

const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

const fromHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const keyOf = (secret: Bytes): Promise<Key> =>
  crypto.subtle.importKey('raw', secret, HMAC, false, ['sign', 'verify']);

/** `X-Service-Signature` is keyed with the text of the secret, Standard Webhooks with the bytes that it encodes. */
const textKey = (secret: string): Promise<Key> => keyOf(utf8.encode(secret));
const decodedKey = (secret: string): Promise<Key> =>
  keyOf(fromBase64(secret.replace(/^whsec_/, '')));

function signedContent(id: string, timestamp: string, body: Bytes): Bytes {
  const start = utf8.encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(start.length + body.length);
  content.set(start);
  content.set(body, start.length);
  return content;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

const invalid = (message: string) => new SignalboxError('invalid_signature', message);

async function isStandardSignature(
  signature: string,
  content: Bytes,
  secret: string,
): Promise<boolean> {
  const key = await decodedKey(secret);
  const digests = signature.split(' ').filter((one) => one.startsWith('v1,'));
  const results = await Promise.all(
    digests.map((one) => crypto.subtle.verify(HMAC, key, fromBase64(one.slice(3)), content)),
  );
  return results.includes(true);
}

async function isServiceSignature(
  signature: string,
  body: Bytes,
  secret: string,
): Promise<boolean> {
  const digest = signature.replace(/^sha256=/, '');
  if (!/^[0-9a-f]{64}$/.test(digest)) return false;
  return crypto.subtle.verify(HMAC, await textKey(secret), fromHex(digest), body);
}

async function isSigned(
  body: Bytes,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, allowUntimed = false }: UnwrapOptions,
): Promise<boolean> {
  const [signature, id, timestamp] = ['webhook-signature', 'webhook-id', 'webhook-timestamp'].map(
    (name) => headerOf(headers, name),
  );
  if (signature && id && timestamp) {
    const age = Math.abs(Date.now() / 1000 - Number(timestamp));
    if (!(age <= toleranceSeconds))
      throw invalid(
        `The delivery was signed at ${timestamp}, more than ${toleranceSeconds} s from now.`,
      );
    return isStandardSignature(signature, signedContent(id, timestamp, body), secret);
  }
  const plain = headerOf(headers, 'x-service-signature');
  if (plain && !allowUntimed)
    throw invalid(
      'The delivery lacks webhook-id, webhook-timestamp or webhook-signature, so its age is unknown. Pass these headers on, or set allowUntimed.',
    );
  if (!plain) throw invalid('The delivery is not signed: set `sign_payloads` of the webhook.');
  return isServiceSignature(plain, body, secret);
}

/**
 * Returns the event of a delivery if its signature is valid. Pass the bytes of the body as they were received: parsed
 * and serialized again they have another signature.
 */
export async function unwrap(
  body: WebhookBody,
  headers: WebhookHeaders,
  secret: string,
  options: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const bytes = bytesOf(body);
  const isValid = await isSigned(bytes, headers, secret, options).catch((error: unknown) => {
    // The signature, which anybody can send, or the secret is not base64.
    throw error instanceof SignalboxError ? error : invalid(String(error));
  });
  if (!isValid) throw invalid('The signature does not match this body and this secret.');
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

/** Returns the headers that sign a body, for tests of a receiver and for events sent to an inbound webhook. */
export async function sign(
  body: WebhookBody,
  secret: string,
  { id, timestamp = new Date() }: { id: string; timestamp?: Date },
): Promise<Record<string, string>> {
  const bytes = bytesOf(body);
  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  const plain = await crypto.subtle.sign(HMAC, await textKey(secret), bytes);
  const standard = await crypto.subtle.sign(
    HMAC,
    await decodedKey(secret),
    signedContent(id, seconds, bytes),
  );
  return {
    'x-service-signature': toHex(plain),
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(standard)))}`,
  };
}
