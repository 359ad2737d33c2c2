// Tokens that must no longer count although they are well signed: each subject has a generation, a token names
// the one it was made in, and every API process holds the least that counts. No clock is compared, so a token
// made right after a change is good and one made right before is not.
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { AuditContext } from '../../platform/context.ts';
import { insertRevocation } from './revocations.sql.ts';

/** No id of a client or a person has a colon. */
export const signingKeySubject = (kid: string): string => `signing-key:${kid}`;

/** Claims of a token are copies of these: when one changes, copies that are out are false. */
const CLAIMED = ['roles', 'email', 'active'] as const;

interface Subject {
  id: string;
  token_generation: number;
  roles: readonly string[];
  email: string | null;
  active: boolean;
}

/** The row to save, with a new generation if tokens of the old one would now say too much. */
export async function revoking<Row extends Subject>(
  tx: Tx,
  cause: AuditContext,
  before: Row,
  wanted: Row,
  { always = false } = {},
): Promise<Row> {
  const isSame = CLAIMED.every((field) => isDeepStrictEqual(before[field], wanted[field]));
  if (isSame && !always) return wanted;
  const generation = before.token_generation + 1;
  await insertRevocation(tx, {
    subject: before.id,
    generation,
    revoked_at: cause.now.toISOString(),
  });
  return { ...wanted, token_generation: generation };
}
