// A user has the roles given by hand and those granted by rules; `roles` are both together.
import { ApiError } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type Role, roles as allRoles } from '../roles.ts';
import type { UserRow } from '../users/users.sql.ts';
import { readGrants } from './grants.sql.ts';

type Roles = Pick<UserRow, 'roles' | 'assigned_roles'>;

/** Without grants, the list is kept as it was given. */
const readAssigned = ({ assigned_roles, roles }: Roles): readonly Role[] => assigned_roles ?? roles;

export const withGranted = (user: Roles, granted: readonly Role[]): Required<Roles> => {
  const assigned = [...readAssigned(user)];
  const both = new Set([...assigned, ...granted]);
  return {
    roles: granted.length === 0 ? assigned : allRoles.filter((role) => both.has(role)),
    assigned_roles: assigned,
  };
};

/** Returns the columns for a list of roles that a person has chosen. Granted roles can be taken away only by their rule. */
export async function rolesByHand(tx: Tx, user: UserRow, chosen: Role[]): Promise<Roles> {
  const grants = await readGrants(tx, user.id);
  if (grants.length === 0) return { roles: chosen, assigned_roles: null };
  const granted = grants.flatMap(({ roles }) => roles);
  const missing = granted.find((role) => !chosen.includes(role));
  if (missing !== undefined) {
    const { source = '' } = grants.find(({ roles }) => roles.includes(missing)) ?? {};
    throw new ApiError(
      'granted_by_rule',
      `A role rule of ${source} gives ${user.email} the role ${missing}. Change that rule, or the claims of the person.`,
      { role: missing, source },
    );
  }
  const assigned = readAssigned(user);
  const byHand = chosen.filter((role) => assigned.includes(role) || !granted.includes(role));
  return withGranted({ roles: byHand, assigned_roles: byHand }, granted);
}
