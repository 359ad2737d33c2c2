// An identity provider or SCIM connector gives a person roles and groups, and takes them away again. What was given by
// hand or by another source stays.
import type { AuditContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { joinGroup, leaveGroup } from '../groups/groups.members.ts';
import { groupIdsByName } from '../groups/groups.sql.ts';
import { isAdministrator } from '../users/last-administrator.ts';
import { saveUser } from '../users/users.service.ts';
import { hasOtherAdministrator, type UserRow } from '../users/users.sql.ts';
import { withGranted } from './assigned-roles.ts';
import { deleteGrant, type GrantRow, readGrants, saveGrant } from './grants.sql.ts';
import type { Grant } from './role-rules.ts';

/** Groups are locked in the order of their ids, so that two grants cannot wait for each other. */
async function applyGroups(
  tx: Tx,
  context: AuditContext,
  user: UserRow,
  { joined, wanted, others }: { joined: string[]; wanted: string[]; others: Set<string> },
): Promise<string[]> {
  const nowJoined: string[] = [];
  for (const id of [...new Set([...joined, ...wanted])].toSorted()) {
    if (!wanted.includes(id)) {
      if (!others.has(id)) await leaveGroup(tx, context, id, user.email);
      continue;
    }
    const isNew = await joinGroup(tx, context, id, user.email);
    if (isNew || joined.includes(id) || others.has(id)) nowJoined.push(id);
  }
  return nowJoined;
}

/**
 * Replaces what the source has granted to the locked user; an empty grant withdraws it. The last super_admin keeps that
 * role, because a wrong rule would otherwise lock everybody out.
 */
export async function applyGrant(
  tx: Tx,
  context: AuditContext,
  user: UserRow,
  source: string,
  { roles, groups }: Grant,
): Promise<UserRow> {
  const grants = await readGrants(tx, user.id);
  const before = grants.find((grant) => grant.source === source);
  const others = grants.filter((grant) => grant.source !== source);
  const joined = await applyGroups(tx, context, user, {
    joined: before?.groups ?? [],
    wanted: groups.length === 0 ? [] : await groupIdsByName(tx, groups),
    others: new Set(others.flatMap((grant) => grant.groups)),
  });
  const row: GrantRow = { user_id: user.id, source, roles: [...roles], groups: joined };
  if (roles.length === 0 && joined.length === 0) await deleteGrant(tx, row);
  else await saveGrant(tx, row);
  const granted = [...roles, ...others.flatMap((grant) => grant.roles)];
  const next = { ...user, ...withGranted(user, granted) };
  const isLast =
    isAdministrator(user) && !isAdministrator(next) && !(await hasOtherAdministrator(tx, user.id));
  const saved = isLast ? { ...next, ...withGranted(next, [...granted, 'super_admin']) } : next;
  return saveUser(tx, context, user, saved, { cause: { kind: 'role_rules', source } });
}
