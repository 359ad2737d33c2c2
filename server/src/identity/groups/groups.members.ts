// Somebody joins or leaves a group by a rule, or gets another address.
import { type AuditContext, distinctPeople, isSamePerson } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { saveGroup } from './groups.handlers.ts';
import { groupsWithMember, groupTable } from './groups.sql.ts';

/** Returns false if they are a member already, or if the group does not exist. */
export async function joinGroup(
  tx: Tx,
  context: AuditContext,
  id: string,
  email: string,
): Promise<boolean> {
  const before = await groupTable.lock(tx, id);
  if (!before || before.members.some((member) => isSamePerson(member, email))) return false;
  const next = { ...before, members: [...before.members, email] };
  await saveGroup(tx, context, before, next);
  return true;
}

export async function leaveGroup(
  tx: Tx,
  context: AuditContext,
  id: string,
  email: string,
): Promise<void> {
  const before = await groupTable.lock(tx, id);
  if (!before) return;
  const members = before.members.filter((member) => !isSamePerson(member, email));
  await saveGroup(tx, context, before, { ...before, members });
}

/** Groups name their members by the present address, as an administrator would. */
export async function renameMember(
  tx: Tx,
  context: AuditContext,
  former: string,
  present: string,
): Promise<void> {
  for (const id of await groupsWithMember(tx, former)) {
    const before = await groupTable.lock(tx, id);
    if (!before) continue;
    const members = distinctPeople(
      before.members.map((member) => (isSamePerson(member, former) ? present : member)),
    );
    await saveGroup(tx, context, before, { ...before, members });
  }
}
