// Whether somebody is who they say: the same time and the same words for an account that does not exist.
import { hash } from 'node:crypto';
import { networkOf } from '../../platform/address-limit.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPassword } from '../users/passwords.ts';
import { findUserByEmail, type UserRow } from '../users/users.sql.ts';
import { beginAttempt, forgetFailures, type Patience, readRetryAt } from './login.sql.ts';

export type LoggedIn = { user: UserRow } | { fault: string; status: 401 | 429 };

interface Attempt {
  email: string;
  password: string;
  address: string;
}

/**
 * Whoever guesses from one address soon waits a quarter of an hour, and the person elsewhere does not. Whoever
 * guesses from many addresses gets one guess a minute, which is the most that the person must wait for.
 */
const patience: { of: (attempt: Attempt) => string; patience: Patience }[] = [
  {
    of: ({ email, address }) => `${email.toLowerCase()} ${networkOf(address)}`,
    patience: { freeAttempts: 5, longestSeconds: 900 },
  },
  {
    of: ({ email }) => email.toLowerCase(),
    patience: { freeAttempts: 100, longestSeconds: 60 },
  },
];

export async function logIn(deps: Deps, attempt: Attempt): Promise<LoggedIn> {
  const { db, now } = deps;
  const at = now();
  const counts = patience.map((one) => ({
    account: hash('sha256', one.of(attempt), 'base64url'),
    patience: one.patience,
  }));
  for (const { account, patience: given } of counts) {
    if (await beginAttempt(db, account, at.toISOString(), given)) continue;
    const retryAt = Date.parse((await readRetryAt(db, account)) ?? at.toISOString());
    const seconds = Math.max(1, Math.ceil((retryAt - at.getTime()) / 1000));
    return { status: 429, fault: `Too many attempts. Try again in ${seconds} seconds.` };
  }
  const user = await findUserByEmail(db, attempt.email);
  const isRight = await isPassword(attempt.password, user?.password_hash);
  if (!user?.active || !isRight) {
    deps.log.info({ known: user !== undefined }, 'login.refused');
    return { status: 401, fault: 'The email address or password is incorrect.' };
  }
  await forgetFailures(
    db,
    counts.map(({ account }) => account),
  );
  return { user };
}
