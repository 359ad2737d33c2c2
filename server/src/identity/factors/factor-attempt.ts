// Guesses at a second factor are throttled as those at a password are, but counted apart: otherwise somebody who knows
// the password could reset the count by entering it again.
import type { Deps } from '../../platform/runtime/deps.ts';
import { beginAttempt, confirmAttempt, waitMessage } from '../sign-in/password-login.ts';
import { recordSignIn } from '../sign-ins/sign-ins.ts';
import type { UserRow } from '../users/users.sql.ts';
import { listFactors, useRecoveryCode, useStep } from './factors.sql.ts';
import { withoutSpaces } from './factor-fields.ts';
import { recordFactorChange } from './factors.service.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { openTotpSecret } from './totp-secret.ts';
import { stepOf } from './totp.ts';
import type { AuditContext } from '../../platform/context.ts';

export interface FactorAttempt {
  user: UserRow;
  address: string;
  /** The client that the person signs in to is null on the pages of `/security`. */
  client: string | null;
}

export type FactorResult = { isCorrect: true } | { fault: string; status: 401 | 429 };

export async function attemptFactor(
  deps: Deps,
  { user, address, client }: FactorAttempt,
  fault: string,
  check: () => Promise<boolean>,
): Promise<FactorResult> {
  // No e-mail address contains a space, so the attempts of a password have another key.
  const from = { email: `second factor of ${user.id}`, address };
  const recordFailure = () =>
    recordSignIn(deps, { kind: 'failed', email: user.email, address, client });
  const decision = await beginAttempt(deps, from);
  if (!decision.isAdmitted) {
    await recordFailure();
    return { status: 429, fault: waitMessage(deps, decision.retryAt) };
  }
  if (!(await check())) {
    deps.log.info({ user: user.id }, 'factor.refused');
    await recordFailure();
    return { status: 401, fault };
  }
  await confirmAttempt(deps, from);
  return { isCorrect: true };
}

/** A code is valid once, also for requests at the same moment. */
export async function isTotpCode(
  { db, keys, now }: Pick<Deps, 'db' | 'keys' | 'now'>,
  user: UserRow,
  code: string,
): Promise<boolean> {
  const [at, digits] = [now(), withoutSpaces(code)];
  for (const { id, secret } of await listFactors(db, user.id)) {
    const step =
      secret === null ? undefined : stepOf(openTotpSecret(keys, 'factors', id, secret), digits, at);
    if (step !== undefined && (await useStep(db, id, step, at.toISOString()))) return true;
  }
  return false;
}

export const isRecoveryCode = (
  { db }: Pick<Deps, 'db'>,
  context: AuditContext,
  user: UserRow,
  code: string,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const at = context.now.toISOString();
    if (!(await useRecoveryCode(tx, user.id, hashRecoveryCode(code), at))) return false;
    await recordFactorChange(tx, context, user, { change: 'code_used' });
    return true;
  });
