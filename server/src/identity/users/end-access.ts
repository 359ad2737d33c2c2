// A deactivated user loses every way in. Tokens are revoked with the user (`withRevocation`), also those that a client
// holds for the user; logins, API keys and links in mails end here. Activating the user again returns none of them.
import { emit } from '../../events/index.ts';
import type { AuditContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { deleteLinkOf } from '../account-links/account-links.sql.ts';
import { revokeApiKeysOf } from '../keys/keys.sql.ts';
import { endSessionsOfUser } from '../sessions/sessions.sql.ts';
import { deleteVerificationsOf } from '../verification/verification.sql.ts';
import type { UserRow } from './users.sql.ts';

/**
 * Returns the row to save. Its `access_ended_at` refuses what is created at the same moment, such as a login that was
 * checked before this transaction commits. Save listeners of other features end what they know of the user.
 */
export async function endAccess(tx: Tx, context: AuditContext, user: UserRow): Promise<UserRow> {
  const access_ended_at = context.now.toISOString();
  for (const id of await revokeApiKeysOf(tx, user.id, access_ended_at)) {
    await emit(tx, context, {
      record: { type: 'api_key', id, version: 2 },
      kind: 'api_key.revoked',
      changes: { revoked: { from: false, to: true } },
      events: [],
    });
  }
  for (const id of await endSessionsOfUser(tx, user.id)) {
    await emit(tx, context, {
      record: { type: 'session', id, version: 1 },
      kind: 'session.ended',
      changes: { ended: { from: false, to: true } },
      events: [],
    });
  }
  await deleteLinkOf(tx, user.id);
  await deleteVerificationsOf(tx, user.id);
  return { ...user, access_ended_at };
}
