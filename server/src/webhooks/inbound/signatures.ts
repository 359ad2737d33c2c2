// Whether what came was signed with one of a webhook's secrets, by any of the three schemes that are accepted.
import { isSameSignature, isServiceSignature, standardSignature } from '../signing.ts';

export type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Check = (secret: string) => boolean;

const TOLERANCE_SECONDS = 300;
const SIMPLE = ['x-service-signature', 'x-hub-signature-256'];
/** More of them are no sender's. */
const MOST_SIGNATURES = 10;

const textOf = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** Seconds since 1970 in digits alone: Number() would read much else. */
const isCurrent = (timestamp: string, now: Date): boolean =>
  /^\d{1,12}$/.test(timestamp) &&
  Math.abs(Number(timestamp) - now.getTime() / 1000) <= TOLERANCE_SECONDS;

function standardCheck(headers: Headers, bytes: Buffer, now: Date): Check | undefined {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => textOf(headers, name),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined) return undefined;
  const given = signatures.split(' ').slice(0, MOST_SIGNATURES);
  return (secret) => {
    const right = standardSignature(secret, id, Number(timestamp), bytes);
    const isSame = given.map((one) => isSameSignature(one, right)).includes(true);
    // What is signed is the number; another spelling of it was not what the sender wrote.
    return isSame && isCurrent(timestamp, now) && String(Number(timestamp)) === timestamp;
  };
}

/** Signed by nobody: an address that is not known, and one that is sent nothing, cost the same HMAC as a wrong signature. */
const NOBODY = `whsec_${Buffer.alloc(32).toString('base64')}`;

/** Every check is made, whichever holds, so that time tells nothing of it. */
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
  const tried = secrets.length > 0 ? secrets : [NOBODY];
  const results = tried.flatMap((secret) => checks.map((check) => check(secret)));
  return secrets.length > 0 && results.includes(true);
}
