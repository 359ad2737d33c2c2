// Verifies that an event was signed with one of a webhook's secrets, by any of the three accepted schemes.
import { isSameSignature, isServiceSignature, standardSignature } from '../signing.ts';

export type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Check = (secret: string) => boolean;

const TOLERANCE_SECONDS = 300;
const SIMPLE = ['x-service-signature', 'x-hub-signature-256'];
/** No sender uses more. */
const MAX_SIGNATURES = 10;

const textOf = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** A timestamp is in seconds since 1970, in digits only: Number() accepts other notations. */
const isCurrent = (timestamp: string, now: Date): boolean =>
  /^\d{1,12}$/.test(timestamp) &&
  Math.abs(Number(timestamp) - now.getTime() / 1000) <= TOLERANCE_SECONDS;

function standardCheck(headers: Headers, bytes: Buffer, now: Date): Check | undefined {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => textOf(headers, name),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined) return undefined;
  const given = signatures.split(' ').slice(0, MAX_SIGNATURES);
  return (secret) => {
    const expected = standardSignature(secret, id, Number(timestamp), bytes);
    const isSame = given.map((one) => isSameSignature(one, expected)).includes(true);
    // The signature covers the number, so any other notation of it (such as leading zeros) is rejected.
    return isSame && isCurrent(timestamp, now) && String(Number(timestamp)) === timestamp;
  };
}

/** Rejecting a request for an unknown webhook, or one without a signature, costs the same HMAC as a wrong signature. */
const DUMMY_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;

/** Runs every check regardless of earlier results, so that the response time reveals nothing. */
export function isSigned(
  headers: Headers,
  bytes: Buffer,
  secrets: readonly string[],
  now: Date,
): boolean {
  const simple = SIMPLE.flatMap((name): Check[] => {
    const value = textOf(headers, name);
    return value === undefined ? [] : [(secret) => isServiceSignature(secret, bytes, value)];
  });
  const standard = standardCheck(headers, bytes, now);
  const checks = standard ? [...simple, standard] : simple;
  if (checks.length === 0) checks.push((secret) => isServiceSignature(secret, bytes, '') && false);
  const tried = secrets.length > 0 ? secrets : [DUMMY_SECRET];
  const results = tried.flatMap((secret) => checks.map((check) => check(secret)));
  return secrets.length > 0 && results.includes(true);
}
