// When a key is published, signs and leaves: pure rules, times in milliseconds.

export const TOKEN_LIFE_SECONDS = 3600;

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Published this long before it signs: every verifier has fetched the key set since, or fetches it for the new kid. */
const PUBLISHED_BEFORE = MINUTE;
const SIGNS_FOR = 30 * DAY;
/** The longest token, and a minute for clocks that differ. */
const KEPT_AFTER = TOKEN_LIFE_SECONDS * 1000 + MINUTE;

export interface Scheduled {
  id: string;
  signs_from: string;
}

const signsFrom = (key: Scheduled): number => Date.parse(key.signs_from);

/** Of keys in the order in which they sign: the last whose time has come. */
export const signingKey = <K extends Scheduled>(keys: readonly K[], now: number): K | undefined =>
  keys.findLast((key) => signsFrom(key) <= now) ?? keys[0];

/** When the next key should begin to sign, if it is time to make it. A first one signs at once. */
export function nextKeyAt(
  keys: readonly Scheduled[],
  now: number,
  { isForced = false } = {},
): number | undefined {
  const last = keys.at(-1);
  if (!last) return now;
  const isWaiting = signsFrom(last) > now;
  if (isWaiting) return undefined;
  return isForced || signsFrom(last) + SIGNS_FOR <= now ? now + PUBLISHED_BEFORE : undefined;
}

/** Keys whose last token has expired: another one has signed for longer than a token lives. */
export const retiredKeys = <K extends Scheduled>(keys: readonly K[], now: number): K[] =>
  keys.filter((_, index) => {
    const successor = keys[index + 1];
    return successor !== undefined && signsFrom(successor) + KEPT_AFTER <= now;
  });
