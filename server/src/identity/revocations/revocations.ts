// Tokens with valid signatures can be revoked. Each subject has a generation, a token contains the one it was issued in,
// and every API process knows the lowest valid one. No clocks are compared, so a token issued right after an update is
// valid and one issued right before is not.
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { AuditContext } from '../../platform/context.ts';
import { insertRevocation } from './revocations.sql.ts';

/** These fields are copied into tokens as claims, so an update makes the claims of issued tokens wrong. */
const CLAIMED_FIELDS = ['roles', 'email', 'active'] as const;

interface Subject {
  id: string;
  token_generation: number;
  roles: readonly string[];
  email: string | null;
  active: boolean;
}

/** Returns the row to save, with a new generation if issued tokens must be revoked. */
export async function withRevocation<Row extends Subject>(
  tx: Tx,
  context: AuditContext,
  before: Row,
  next: Row,
  { always = false } = {},
): Promise<Row> {
  const isSame = CLAIMED_FIELDS.every((field) => isDeepStrictEqual(before[field], next[field]));
  if (isSame && !always) return next;
  const generation = before.token_generation + 1;
  await insertRevocation(tx, {
    subject: before.id,
    generation,
    revoked_at: context.now.toISOString(),
  });
  return { ...next, token_generation: generation };
}
