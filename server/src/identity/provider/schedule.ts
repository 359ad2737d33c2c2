// The schedule of signing keys determines their publication, use and removal. Times are in milliseconds.

export const TOKEN_LIFE_SECONDS = 3600;

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** A key is published this long before use: verifiers fetch the key set within this time, or when they see the new kid. */
const PUBLISH_AHEAD_MS = MINUTE;
const SIGNING_PERIOD_MS = 30 * DAY;
/** A key is retained for the lifetime of a token and a minute of clock skew. */
const RETENTION_MS = TOKEN_LIFE_SECONDS * 1000 + MINUTE;

export interface KeySchedule {
  id: string;
  signs_from: string;
}

const signsFrom = (key: KeySchedule): number => Date.parse(key.signs_from);

/** Returns the last key whose `signs_from` has passed; `keys` are in that order. */
export const signingKey = <K extends KeySchedule>(keys: readonly K[], now: number): K | undefined =>
  keys.findLast((key) => signsFrom(key) <= now) ?? keys[0];

/** Returns when the next key should begin to sign, if it is due to be created. The first one signs at once. */
export function nextKeyAt(
  keys: readonly KeySchedule[],
  now: number,
  { isForced = false } = {},
): number | undefined {
  const last = keys.at(-1);
  if (!last) return now;
  const isWaiting = signsFrom(last) > now;
  if (isWaiting) return undefined;
  return isForced || signsFrom(last) + SIGNING_PERIOD_MS <= now
    ? now + PUBLISH_AHEAD_MS
    : undefined;
}

/** Returns keys whose last token has expired: their successor has signed for longer than the lifetime of a token. */
export const retiredKeys = <K extends KeySchedule>(keys: readonly K[], now: number): K[] =>
  keys.filter((_, index) => {
    const successor = keys[index + 1];
    return successor !== undefined && signsFrom(successor) + RETENTION_MS <= now;
  });
