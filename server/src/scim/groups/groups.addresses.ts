// Groups name their members by address, so a user who ends leaves them.
import { groupTable, saveGroup, type UserRow } from '../../identity/index.ts';
import { isSamePerson } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { contextAt, type ScimRequest } from '../scim-request.ts';
import { groupsOfUsers } from '../users/users.sql.ts';

/** Groups are locked in the order of their ids. */
export async function leaveGroups(
  tx: Tx,
  request: ScimRequest,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  for (const group of await groupsOfUsers(tx, [id])) {
    const before = await groupTable.lock(tx, group.id);
    if (!before) continue;
    const members = before.members.filter((member) => !isSamePerson(member, email));
    await saveGroup(tx, contextAt(request, before), before, { ...before, members });
  }
}
