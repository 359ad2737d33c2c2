// Whether somebody is who they say: the same time and the same words for an account that does not exist.
import { hash } from 'node:crypto';
import type { Deps } from '../../platform/deps.ts';
import { isPassword } from '../users/passwords.ts';
import { findUserByEmail, type UserRow } from '../users/users.sql.ts';
import { beginAttempt, forgetFailures, readRetryAt } from './login.sql.ts';

export type LoggedIn = { user: UserRow } | { fault: string; status: 401 | 429 };

export async function logIn(deps: Deps, email: string, password: string): Promise<LoggedIn> {
  const { db, now } = deps;
  const account = hash('sha256', email.toLowerCase(), 'base64url');
  const at = now();
  if (!(await beginAttempt(db, account, at.toISOString()))) {
    const retryAt = Date.parse((await readRetryAt(db, account)) ?? at.toISOString());
    const seconds = Math.max(1, Math.ceil((retryAt - at.getTime()) / 1000));
    return { status: 429, fault: `Too many attempts. Try again in ${seconds} seconds.` };
  }
  const user = await findUserByEmail(db, email);
  const isRight = await isPassword(password, user?.password_hash);
  if (!user?.active || !isRight) {
    deps.log.info({ known: user !== undefined }, 'login.refused');
    return { status: 401, fault: 'The address or the password is not right.' };
  }
  await forgetFailures(db, account);
  return { user };
}
