// Verifies logins. An unknown account gets the same response in the same time as a wrong password.
import { hash } from 'node:crypto';
import { networkOf } from '../../platform/limits/address-limit.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { isPassword } from '../users/passwords.ts';
import { recordSignIn } from '../sign-ins/sign-ins.ts';
import { findUserByEmail, type UserRow } from '../users/users.sql.ts';
import {
  deleteFailures,
  isKnownNetwork,
  lockAttempts,
  type LoginKeys,
  rememberNetwork,
  saveAttempts,
} from './throttle.sql.ts';
import { decide, type Decision } from './throttle.ts';

export type LoginResult = { user: UserRow } | { fault: string; status: 401 | 429 };

interface Attempt {
  email: string;
  password: string;
  address: string;
  /** The client that the person signs in to is null on the password page. */
  client: string | null;
}

const DAY_MS = 86_400_000;
/** A network stays known for this time after a login from it. */
export const KNOWN_NETWORK_DAYS = 30;

/** Hashes JSON, so that an address cannot collide with another address and its network. */
const keysOf = ({ email, address }: Pick<Attempt, 'email' | 'address'>): LoginKeys => {
  const account = email.toLowerCase();
  const hashParts = (...parts: string[]) => hash('sha256', JSON.stringify(parts), 'base64url');
  return { account: hashParts(account), network: hashParts(account, networkOf(address)) };
};

/**
 * Counts the attempt as failed before the password is checked, so that concurrent guesses are limited too. The number
 * of guesses per account and hour is limited for any number of networks: see login.throttle.ts.
 */
export function beginAttempt(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  from: Pick<Attempt, 'email' | 'address'>,
): Promise<Decision> {
  const keys = keysOf(from);
  const at = now().getTime();
  const since = new Date(at - KNOWN_NETWORK_DAYS * DAY_MS).toISOString();
  return db.transaction().execute(async (tx) => {
    const states = await lockAttempts(tx, keys);
    const decision = decide(states, await isKnownNetwork(tx, keys, since), at);
    await saveAttempts(tx, keys, decision);
    return decision;
  });
}

/** The attempt succeeded: its network is known from now on, and its failures no longer count. */
export async function confirmAttempt(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  from: Pick<Attempt, 'email' | 'address'>,
): Promise<void> {
  const keys = keysOf(from);
  await deleteFailures(db, keys);
  await rememberNetwork(db, keys, now().toISOString());
}

export function waitMessage({ now }: Pick<Deps, 'now'>, retryAt: number): string {
  const seconds = Math.max(1, Math.ceil((retryAt - now().getTime()) / 1000));
  return `Too many attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}

export async function logIn(deps: Deps, attempt: Attempt): Promise<LoginResult> {
  const { db } = deps;
  const decision = await beginAttempt(deps, attempt);
  if (!decision.isAdmitted) {
    await recordSignIn(deps, { kind: 'failed', ...attempt });
    return { status: 429, fault: waitMessage(deps, decision.retryAt) };
  }
  const user = await findUserByEmail(db, attempt.email);
  const isCorrect = await isPassword(attempt.password, user?.password_hash);
  if (!user?.active || !isCorrect) {
    deps.log.info({ known: user !== undefined }, 'login.refused');
    await recordSignIn(deps, { kind: 'failed', ...attempt });
    return { status: 401, fault: 'The email address or password is incorrect.' };
  }
  await confirmAttempt(deps, attempt);
  return { user };
}
