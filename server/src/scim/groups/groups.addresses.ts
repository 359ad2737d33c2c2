// Groups name their members by address, so a change of an address or the end of a user changes the groups.
import { type GroupRow, groupRecord, groupTable, type UserRow } from '../../identity/index.ts';
import { isSamePerson } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { saveUpdate } from '../../records/index.ts';
import { contextAt, type ScimRequest } from '../scim-request.ts';
import { groupsOfUsers } from '../users/users.sql.ts';

/** Groups are locked in the order of their ids. */
async function changeGroups(
  tx: Tx,
  request: ScimRequest,
  userId: string,
  change: (members: GroupRow['members']) => string[],
): Promise<void> {
  for (const { id } of await groupsOfUsers(tx, [userId])) {
    const before = await groupTable.lock(tx, id);
    if (!before) continue;
    const next = { ...before, members: change(before.members) };
    await saveUpdate(tx, contextAt(request, before), groupRecord, before, next);
  }
}

export const replaceAddress = (
  tx: Tx,
  request: ScimRequest,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> =>
  changeGroups(tx, request, userId, (members) =>
    members.map((member) => (isSamePerson(member, from) ? to : member)),
  );

export const leaveGroups = (
  tx: Tx,
  request: ScimRequest,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> =>
  changeGroups(tx, request, id, (members) =>
    members.filter((member) => !isSamePerson(member, email)),
  );
