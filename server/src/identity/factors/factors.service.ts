// Adds, removes and resets factors. Every change has an audit entry at the user.
import { randomUUID } from 'node:crypto';
import { emit, type EntryKind, type FieldDiff } from '../../events/index.ts';
import type { AuditContext } from '../../platform/context.ts';
import { type FactorChange, requestAccountMail } from '../account-links/account-mail-request.ts';
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

const entryKinds = {
  added: 'user.factor_added',
  removed: 'user.factor_removed',
  codes_created: 'user.recovery_codes_created',
  code_used: 'user.recovery_code_used',
} as const satisfies Partial<Record<FactorChange, EntryKind>>;

export const MAX_FACTORS = 10;
export const MAX_FACTOR_NAME = 60;

export const requestFactorMail = (
  tx: Tx,
  context: AuditContext,
  { id }: Pick<UserRow, 'id'>,
  change: FactorChange,
): Promise<void> =>
  requestAccountMail(tx, context, {
    kind: 'factors_changed',
    user_id: id,
    change,
    address: context.origin?.address ?? null,
  });

/** The entry says what changed; the person gets a mail, because it may have been somebody else. */
export async function recordFactorChange(
  tx: Tx,
  context: AuditContext,
  user: Pick<UserRow, 'id' | 'version'>,
  {
    change,
    changes = {},
    withMail = true,
  }: { change: keyof typeof entryKinds; changes?: FieldDiff; withMail?: boolean },
): Promise<void> {
  const { id, version } = user;
  const kind = entryKinds[change];
  await emit(tx, context, { record: { type: 'user', id, version }, kind, changes, events: [] });
  if (withMail) await requestFactorMail(tx, context, user, change);
}

export const describeFactor = ({ kind, name }: Pick<FactorRow, 'kind' | 'name'>): string =>
  `${kind}: ${name}`;

export async function createRecoveryCodes(
  tx: Tx,
  context: AuditContext,
  user: UserRow,
  { withMail = true } = {},
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, user.id, codes.map(hashRecoveryCode));
  await recordFactorChange(tx, context, user, { change: 'codes_created', withMail });
  return codes;
}

export type NewFactor = Pick<FactorRow, 'kind' | 'name'> &
  Partial<Omit<FactorRow, 'id' | 'user_id' | 'secret'>> & { totpSecret?: Uint8Array };

/** Returns recovery codes with the first factor, undefined if there are too many factors. */
export async function addFactor(
  tx: Tx,
  context: AuditContext,
  user: UserRow,
  { keys, factor, maxFactors }: { keys: SecretKeys; factor: NewFactor; maxFactors: number },
): Promise<{ codes: string[] } | undefined> {
  // Two requests of one person wait for each other here.
  await userTable.lock(tx, user.id);
  if ((await listFactors(tx, user.id)).length >= maxFactors) return undefined;
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
  const changes = { factor: { from: null, to: describeFactor(factor) } };
  await recordFactorChange(tx, context, user, { change: 'added', changes });
  const hasCodes = (await countRecoveryCodes(tx, user.id)) > 0;
  // The mail about the factor is enough.
  const codes = hasCodes ? [] : await createRecoveryCodes(tx, context, user, { withMail: false });
  return { codes };
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
  const changes = { factor: { from: describeFactor(factor), to: null } };
  await recordFactorChange(tx, context, user, { change: 'removed', changes });
  return 'removed';
}
