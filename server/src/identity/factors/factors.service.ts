// Adds, removes and resets factors. Every change has an audit entry at the user.
import { randomUUID } from 'node:crypto';
import { emit, type EntryKind, type FieldDiff } from '../../events/index.ts';
import type { AuditContext } from '../../platform/context.ts';
import type { SecretKeys } from '../../platform/crypto/sealing.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type UserRow, userTable } from '../users/users.sql.ts';
import {
  countRecoveryCodes,
  deleteFactor,
  type FactorRow,
  insertFactor,
  listFactors,
  replaceRecoveryCodes,
} from './factors.sql.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { sealTotpSecret } from './totp-secret.ts';

export const MAX_FACTORS = 10;
export const MAX_FACTOR_NAME = 60;

export const auditFactors = (
  tx: Tx,
  context: AuditContext,
  { id, version }: Pick<UserRow, 'id' | 'version'>,
  kind: EntryKind,
  changes: FieldDiff,
): Promise<void> =>
  emit(tx, context, { record: { type: 'user', id, version }, kind, changes, events: [] });

const describe = ({ kind, name }: Pick<FactorRow, 'kind' | 'name'>): string => `${kind}: ${name}`;

export async function createRecoveryCodes(
  tx: Tx,
  context: AuditContext,
  user: UserRow,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, user.id, codes.map(hashRecoveryCode));
  await auditFactors(tx, context, user, 'user.recovery_codes_created', {});
  return codes;
}

export type NewFactor = Pick<FactorRow, 'kind' | 'name'> &
  Partial<Omit<FactorRow, 'id' | 'user_id' | 'secret'>> & { totpSecret?: Uint8Array };

/** Returns recovery codes with the first factor, undefined if there are too many factors. */
export async function addFactor(
  tx: Tx,
  context: AuditContext,
  user: UserRow,
  { keys, factor }: { keys: SecretKeys; factor: NewFactor },
): Promise<{ codes: string[] } | undefined> {
  // Two requests of one person wait for each other here.
  await userTable.lock(tx, user.id);
  if ((await listFactors(tx, user.id)).length >= MAX_FACTORS) return undefined;
  const { totpSecret, ...rest } = factor;
  const id = randomUUID();
  await insertFactor(tx, {
    last_used_at: null,
    used_step: null,
    credential_id: null,
    public_key: null,
    counter: null,
    transports: null,
    is_synced: null,
    ...rest,
    id,
    user_id: user.id,
    created_at: context.now.toISOString(),
    secret: totpSecret ? sealTotpSecret(keys, 'factors', id, totpSecret) : null,
  });
  await auditFactors(tx, context, user, 'user.factor_added', {
    factor: { from: null, to: describe(factor) },
  });
  const hasCodes = (await countRecoveryCodes(tx, user.id)) > 0;
  return { codes: hasCodes ? [] : await createRecoveryCodes(tx, context, user) };
}

/** Without factors the recovery codes replace none, so the last one takes them along. */
export async function removeFactor(
  tx: Tx,
  context: AuditContext,
  user: UserRow,
  { id, mayRemoveLast }: { id: string; mayRemoveLast: boolean },
): Promise<'removed' | 'unknown' | 'last'> {
  await userTable.lock(tx, user.id);
  const factors = await listFactors(tx, user.id);
  const factor = factors.find((one) => one.id === id);
  if (!factor) return 'unknown';
  if (factors.length === 1 && !mayRemoveLast) return 'last';
  await deleteFactor(tx, id);
  if (factors.length === 1) await replaceRecoveryCodes(tx, user.id, []);
  await auditFactors(tx, context, user, 'user.factor_removed', {
    factor: { from: describe(factor), to: null },
  });
  return 'removed';
}
