// An instance without an active super_admin could be repaired only on the command line, so the last one stays.
import { ApiError } from '../../platform/errors.ts';
import type { AuditContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { hasOtherAdministrator } from './users.sql.ts';
import type { UserRow } from './users.sql.ts';

export const isAdministrator = ({ active, roles }: Pick<UserRow, 'active' | 'roles'>): boolean =>
  active && roles.includes('super_admin');

/** A client that administers the instance remains, so it may also remove the last person; a rule or a connector may not. */
const isAdministeringClient = ({ isClient, roles }: AuditContext['actor']): boolean =>
  isClient === true && roles.includes('super_admin');

export async function requireOtherAdministrator(
  tx: Tx,
  { actor }: Pick<AuditContext, 'actor'>,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  if (isAdministeringClient(actor) || (await hasOtherAdministrator(tx, id))) return;
  throw new ApiError(
    'last_administrator',
    `${email} is the last active user with the role super_admin. Give somebody else the role first.`,
  );
}
