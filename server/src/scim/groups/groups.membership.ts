// Members of a provisioned group are added and removed here, with the addresses in the group and the roles that its rules give.
import type { FieldDiff } from '../../events/index.ts';
import { type GroupRow, groupRecord, saveGroup, type UserRow } from '../../identity/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { invalidValue, ScimError } from '../protocol/scim-error.ts';
import { applyRules, isNamedByRule, MAX_APPLIED_AT_ONCE } from '../rules/apply-rules.ts';
import { lockUsers } from '../rules/rules.sql.ts';
import { contextAt, type ScimRequest } from '../scim-request.ts';
import { addressesOf, deleteMembers, insertMembers, provisionedAmong } from './groups.sql.ts';

export interface MemberChange {
  added: readonly string[];
  removed: readonly string[];
  /** Users who stay members. */
  remaining: readonly string[];
  /** The roles of these may change, although they stay. */
  concerned: readonly string[];
  /** Addresses that the connector did not provision are removed, too. */
  isReplaced: boolean;
}

export const NO_CHANGE: MemberChange = {
  added: [],
  removed: [],
  remaining: [],
  concerned: [],
  isReplaced: false,
};

export function compareMembers(
  before: readonly string[],
  after: readonly string[],
  { isReplaced, isRenamed }: { isReplaced: boolean; isRenamed: boolean },
): MemberChange {
  const [old, next] = [new Set(before), new Set(after)];
  const remaining = [...old.intersection(next)];
  return {
    added: [...next.difference(old)],
    removed: [...old.difference(next)],
    remaining,
    concerned: isRenamed ? remaining : [],
    isReplaced,
  };
}

async function requireProvisioned(
  tx: Tx,
  { connector }: ScimRequest,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const known = await provisionedAmong(tx, connector.id, ids);
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw invalidValue(
      `The member ${unknown.slice(0, 100)} is not a user that this connector provisions.`,
    );
}

/** A wrong mapping or scope in the directory would otherwise leave a team without members. */
const MAX_EMPTIED = 5;

function requireMembers(
  { allow_emptying, name: directory }: ScimRequest['connector'],
  before: GroupRow,
  members: readonly string[],
): void {
  if (members.length > 0 || before.members.length <= MAX_EMPTIED || allow_emptying) return;
  throw new ScimError(
    409,
    undefined,
    `The request would remove all ${before.members.length} members of ${before.name}. If that is intended, set allow_emptying of the connector ${directory}.`,
  );
}

type Users = ReadonlyMap<string, UserRow>;

const emailsOf = (users: Users, ids: readonly string[]): string[] =>
  ids.flatMap((id) => users.get(id)?.email ?? []);

const lower = (addresses: readonly string[]) => new Set(addresses.map((one) => one.toLowerCase()));

/** Other members, who were added by hand or by a rule, stay unless the list is replaced. */
function nextMembers(
  { members }: GroupRow,
  { added, removed, staying }: Record<'added' | 'removed' | 'staying', readonly string[]>,
  isReplaced: boolean,
): string[] {
  const [gone, remaining] = [lower(removed), lower(staying)];
  const rest = members.filter((member) => {
    const address = member.toLowerCase();
    return !gone.has(address) && (!isReplaced || remaining.has(address));
  });
  const known = lower(rest);
  return [...rest, ...[...staying, ...added].filter((one) => !known.has(one.toLowerCase()))];
}

/** The entry of a large group would otherwise repeat all of its members for each one who joins. */
const provisionedRecord = {
  ...groupRecord,
  auditedFields: groupRecord.auditedFields.filter((field) => field !== 'members'),
};

function membersDiff(before: readonly string[], after: readonly string[]): FieldDiff {
  const [old, next] = [lower(before), lower(after)];
  const [joined, left] = [[...next.difference(old)], [...old.difference(next)]];
  return {
    ...(joined.length > 0 && { members_added: { from: null, to: joined } }),
    ...(left.length > 0 && { members_removed: { from: left, to: null } }),
  };
}

/**
 * Locks the users who join or leave, and those whose roles may change, before the group is locked. Beyond the number that
 * one request changes, a job locks the latter.
 */
export async function lockMembers(
  tx: Tx,
  request: ScimRequest,
  { added, removed, concerned }: MemberChange,
): Promise<Users> {
  const others = concerned.length <= MAX_APPLIED_AT_ONCE ? concerned : [];
  const users = await lockUsers(tx, [...added, ...removed, ...others]);
  await requireProvisioned(tx, request, added);
  return users;
}

/** Saves the locked group with its members, and applies the rules to the locked users. */
export async function saveMembership(
  tx: Tx,
  request: ScimRequest,
  { before, next }: { before: GroupRow; next: GroupRow },
  users: Users,
  change: MemberChange,
  also: FieldDiff = {},
): Promise<GroupRow> {
  const { connector, context } = request;
  const { added, removed, remaining, concerned, isReplaced } = change;
  // The addresses are read once the group is locked, since a change of an address locks the group, too.
  const staying = isReplaced ? await addressesOf(tx, remaining) : [];
  const addresses = { added: emailsOf(users, added), removed: emailsOf(users, removed), staying };
  const members = nextMembers(before, addresses, isReplaced);
  requireMembers(connector, before, members);
  await insertMembers(tx, before.id, added);
  await deleteMembers(tx, before.id, removed);
  const row = await saveGroup(
    tx,
    contextAt(request, before),
    before,
    { ...next, members },
    { record: provisionedRecord, also: { ...also, ...membersDiff(before.members, members) } },
  );
  const isNamed = [before.name, next.name].some((name) => isNamedByRule(connector, name));
  const changed = [...added, ...removed, ...concerned];
  if (isNamed && changed.length > 0) await applyRules(tx, context, connector, users, changed);
  return row;
}
