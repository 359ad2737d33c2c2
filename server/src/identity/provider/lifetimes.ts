// The duration of a login counts from the moment when the person signed in, whatever is renewed afterwards.
import { CLI_CLIENT } from '../clients/clients.builtin.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

const LOGIN_SECONDS = 12 * HOUR;
/** The command line stores its tokens in a file of its user, and its session does not end with that of the browser. */
const loginSecondsByClient: Record<string, number> = { [CLI_CLIENT]: 30 * DAY };

/** A grant outlives the tokens that depend on it. */
export const GRANT_SECONDS = 31 * DAY;

export const isBoundToBrowser = (clientId: string): boolean => clientId !== CLI_CLIENT;

/** Returns when a login ends, in seconds since 1970; without a client, when the session in the browser ends. */
export const loginEndsAt = (signedInAt: number, clientId?: string): number =>
  signedInAt + (loginSecondsByClient[clientId ?? ''] ?? LOGIN_SECONDS);

/**
 * Returns the remaining seconds of a login, for sessions and tokens that end with it. It is at least 1, because the
 * library refuses 0; `findAccount` refuses the login.
 */
export const secondsLeft = (
  signedInAt: number | undefined,
  clientId?: string,
  now = Date.now(),
): number => {
  const second = Math.floor(now / 1000);
  return Math.max(1, loginEndsAt(signedInAt ?? second, clientId) - second);
};

const secondOf = (time: string): number => Math.floor(Date.parse(time) / 1000);

interface LoginLimits {
  password_changed_at: string | null;
  access_ended_at: string | null;
}

/**
 * A login has ended if it is too old, or if the password was changed or the user deactivated since. It knows its start in
 * whole seconds: one of the second of a deactivation has ended, too. Without a client, the session in the browser is
 * checked.
 */
export function hasLoginEnded(
  { password_changed_at: changed, access_ended_at: ended }: LoginLimits,
  signedInAt: number | undefined,
  clientId?: string,
): boolean {
  if (signedInAt === undefined) return false;
  if (loginEndsAt(signedInAt, clientId) <= Date.now() / 1000) return true;
  if (ended !== null && signedInAt <= secondOf(ended)) return true;
  return changed !== null && signedInAt < secondOf(changed);
}
