// An instance without an active super_admin could be repaired only on the command line, so the last one stays.
import { ApiError } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { hasOtherAdministrator } from './users.sql.ts';
import type { UserRow } from './users.sql.ts';

export const isAdministrator = ({ active, roles }: Pick<UserRow, 'active' | 'roles'>): boolean =>
  active && roles.includes('super_admin');

export async function requireOtherAdministrator(
  tx: Tx,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  if (await hasOtherAdministrator(tx, id)) return;
  throw new ApiError(
    'last_administrator',
    `${email} is the last active user with the role super_admin. Give somebody else the role first.`,
  );
}
