// Ends API keys, and revokes the tokens they were exchanged for within two seconds in every process.
import { emit } from '../../events/index.ts';
import type { AuditContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { insertRevocation } from '../revocations/revocations.sql.ts';
import { type ApiKeyRow, lockApiKeysOf, revokeApiKey } from './keys.sql.ts';

/** The caller has locked the key. */
export async function endKey(
  tx: Tx,
  context: AuditContext,
  { id, version }: Pick<ApiKeyRow, 'id' | 'version'>,
): Promise<void> {
  const at = context.now.toISOString();
  await revokeApiKey(tx, id, at);
  await insertRevocation(tx, { subject: id, generation: version + 1, revoked_at: at });
  await emit(tx, context, {
    record: { type: 'api_key', id, version: version + 1 },
    kind: 'api_key.revoked',
    changes: { revoked: { from: false, to: true } },
    events: [],
  });
}

/** Returns the keys that work at this time, locked. */
export const activeKeysOf = async (tx: Tx, userId: string, now: string): Promise<ApiKeyRow[]> =>
  (await lockApiKeysOf(tx, userId)).filter(({ expires_at }) => expires_at > now);

/** Returns how many were ended. */
export async function endKeysOf(tx: Tx, context: AuditContext, userId: string): Promise<number> {
  const keys = await activeKeysOf(tx, userId, context.now.toISOString());
  for (const key of keys) await endKey(tx, context, key);
  return keys.length;
}
