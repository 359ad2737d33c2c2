// Groups of a directory become groups to which records are assigned.
import type { FieldDiff } from '../../events/index.ts';
import { type GroupRow, groupTable, registerGroup } from '../../identity/index.ts';
import { requireVersion } from '../../platform/http/output/etag.ts';
import { etagOf, ok, type Reply } from '../../platform/http/request/context.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { parseOptionalFilter } from '../protocol/filter.ts';
import { listMessage, readPage } from '../protocol/list-message.ts';
import { applyOperations, type Operation, readOperations } from '../protocol/patch.ts';
import { includes, type Projection, readProjection } from '../protocol/projection.ts';
import { groupType } from '../protocol/resource-types.ts';
import { invalidValue, noSuchResource, ScimError } from '../protocol/scim-error.ts';
import { type Draft, type Element, readResource, type Value } from '../protocol/values.ts';
import { parameterOf, type ScimRequest } from '../scim-request.ts';
import { compareMembers, lockMembers, NO_CHANGE, saveMembership } from './groups.membership.ts';
import { presentGroup } from './groups.present.ts';
import {
  countGroups,
  deleteGroupLink,
  findGroup,
  groupIdOfName,
  listGroups,
  membersOfGroups,
  type ProvisionedGroup,
  saveGroupLink,
  serializeGroup,
} from './groups.sql.ts';

interface GroupState {
  name: string;
  externalId: string | null;
  members: readonly string[];
}

const projectionOf = (request: ScimRequest): Projection =>
  readProjection(parameterOf(request, 'attributes'), parameterOf(request, 'excludedAttributes'));

/** The name of a group is in indexes together with other text. */
const MAX_NAME_BYTES = 400;

function stateOf(draft: Draft): GroupState {
  const name = draft.get('displayName');
  if (typeof name !== 'string') throw invalidValue('displayName is required.');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES)
    throw invalidValue(`displayName has more than ${MAX_NAME_BYTES} bytes.`);
  const externalId = draft.get('externalId');
  const members = (draft.get('members') ?? []) as readonly Element[];
  const ids = members.map(({ value }) => {
    if (typeof value === 'string') return value;
    throw invalidValue('A member has the id of a user in `value`.');
  });
  return {
    name,
    externalId: typeof externalId === 'string' ? externalId : null,
    members: [...new Set(ids)],
  };
}

async function respond(
  db: Db | Tx,
  { connector, root }: ScimRequest,
  id: string,
  projection: Projection,
  status = 200,
): Promise<Reply> {
  const group = await findGroup(db, connector.id, id);
  if (!group) throw noSuchResource('Group', id);
  const members = includes(projection, 'members') ? await membersOfGroups(db, [id]) : [];
  return {
    status,
    body: presentGroup(group, members, root, projection),
    headers: {
      etag: etagOf(group.version),
      ...(status === 201 && { location: `${root}/Groups/${id}` }),
    },
  };
}

export const getGroup = (request: ScimRequest): Promise<Reply> =>
  respond(request.deps.db, request, request.id, projectionOf(request));

export async function listAllGroups(request: ScimRequest): Promise<Reply> {
  const { deps, connector, root } = request;
  const projection = projectionOf(request);
  const filter = parseOptionalFilter(parameterOf(request, 'filter'));
  const page = readPage(parameterOf(request, 'startIndex'), parameterOf(request, 'count'));
  const totalResults = await countGroups(deps.db, connector.id, filter);
  const groups = page.count === 0 ? [] : await listGroups(deps.db, connector.id, filter, page);
  const ids = groups.map(({ id }) => id);
  const members = includes(projection, 'members') ? await membersOfGroups(deps.db, ids) : [];
  const byGroup = Map.groupBy(members, ({ group_id }) => group_id);
  const resources = groups.map((group) =>
    presentGroup(group, byGroup.get(group.id) ?? [], root, projection),
  );
  return ok(listMessage(resources, { ...page, totalResults }));
}

const externalIdDiff = (from: string | null, to: string | null): FieldDiff =>
  from === to ? {} : { external_id: { from, to } };

async function lockGroup(tx: Tx, id: string): Promise<GroupRow> {
  const row = await groupTable.lock(tx, id);
  if (!row) throw noSuchResource('Group', id);
  return row;
}

/** A group that exists here is taken over with its members, so that no team is without people for a while. */
async function adoptGroup(
  tx: Tx,
  request: ScimRequest,
  id: string,
  { externalId, members }: GroupState,
): Promise<void> {
  const { connector } = request;
  await serializeGroup(tx, id);
  const change = { ...NO_CHANGE, added: members };
  const users = await lockMembers(tx, request, change);
  const before = await lockGroup(tx, id);
  if (before.provisioned_by !== null)
    throw new ScimError(
      409,
      'uniqueness',
      `A connector provisions the group ${before.name} already.`,
    );
  await saveGroupLink(tx, { group_id: id, connector: connector.id, external_id: externalId });
  const next = { ...before, provisioned_by: connector.id };
  await saveMembership(tx, request, { before, next }, users, change, {
    provisioned_by: { from: null, to: connector.id },
    ...externalIdDiff(null, externalId),
  });
}

async function createNewGroup(
  tx: Tx,
  request: ScimRequest,
  { name, externalId, members }: GroupState,
): Promise<string> {
  const { connector, context } = request;
  const change = { ...NO_CHANGE, added: members };
  const users = await lockMembers(tx, request, change);
  const before = await registerGroup(tx, context, { name }, { provisioned_by: connector.id });
  await saveGroupLink(tx, {
    group_id: before.id,
    connector: connector.id,
    external_id: externalId,
  });
  await saveMembership(tx, request, { before, next: before }, users, change);
  return before.id;
}

export async function createGroup(tx: Tx, request: ScimRequest): Promise<Reply> {
  const projection = projectionOf(request);
  const state = stateOf(readResource(groupType, request.body));
  const existing = await groupIdOfName(tx, state.name);
  if (existing !== undefined) await adoptGroup(tx, request, existing, state);
  const id = existing ?? (await createNewGroup(tx, request, state));
  return respond(tx, request, id, projection, 201);
}

interface Change {
  state: GroupState;
  isReplaced: boolean;
}

/** Changes wait for each other, so `change` sees the members that the one before has left. */
async function updateGroup(
  tx: Tx,
  request: ScimRequest,
  change: (group: ProvisionedGroup, members: readonly string[]) => Change,
): Promise<void> {
  const { id, connector, ifMatch } = request;
  await serializeGroup(tx, id);
  const group = await findGroup(tx, connector.id, id);
  if (!group) throw noSuchResource('Group', id);
  await requireVersion(ifMatch, group.version, async () => []);
  const ids = (await membersOfGroups(tx, [id])).map((member) => member.id);
  const { state, isReplaced } = change(group, ids);
  const isRenamed = group.name !== state.name;
  const difference = compareMembers(ids, state.members, { isReplaced, isRenamed });
  const users = await lockMembers(tx, request, difference);
  const before = await lockGroup(tx, id);
  await saveGroupLink(tx, {
    group_id: id,
    connector: connector.id,
    external_id: state.externalId,
  });
  const next = { ...before, name: state.name };
  const also = externalIdDiff(group.external_id, state.externalId);
  await saveMembership(tx, request, { before, next }, users, difference, also);
}

export async function replaceGroup(tx: Tx, request: ScimRequest): Promise<Reply> {
  const projection = projectionOf(request);
  const state = stateOf(readResource(groupType, request.body));
  await updateGroup(tx, request, () => ({ state, isReplaced: true }));
  return respond(tx, request, request.id, projection);
}

function draftOf({ name, external_id }: ProvisionedGroup, members: readonly string[]): Draft {
  const draft = new Map<string, Value>([
    ['displayName', name],
    ['members', members.map((value) => ({ value }))],
  ]);
  if (external_id !== null) draft.set('externalId', external_id);
  return draft;
}

const NO_CONTENT: Reply = { status: 204, body: undefined };

const isMembers = (path: string): boolean => /^(?:urn:.*:)?members$/i.test(path);

/** The directory states all members, so that others leave. */
function replacesMembers({ verb, path, value }: Operation): boolean {
  if (verb === 'add') return false;
  if (path !== undefined)
    return isMembers(path) && (verb === 'replace' || (value ?? null) === null);
  return Object.keys(value as object).some(isMembers);
}

/** The response has no body unless attributes are named, because it would repeat all members. */
export async function patchGroup(tx: Tx, request: ScimRequest): Promise<Reply> {
  const projection = projectionOf(request);
  const operations = readOperations(request.body);
  await updateGroup(tx, request, (group, members) => ({
    state: stateOf(applyOperations(draftOf(group, members), groupType, operations)),
    isReplaced: operations.some(replacesMembers),
  }));
  if (!projection.only) return NO_CONTENT;
  return respond(tx, request, request.id, projection);
}

/** The group stays with its members, because records are assigned to it; the roles that it gave end. */
export async function releaseGroup(tx: Tx, request: ScimRequest): Promise<Reply> {
  const { id, connector, ifMatch } = request;
  await serializeGroup(tx, id);
  const group = await findGroup(tx, connector.id, id);
  if (!group) throw noSuchResource('Group', id);
  await requireVersion(ifMatch, group.version, async () => []);
  const concerned = (await membersOfGroups(tx, [id])).map((member) => member.id);
  const change = { ...NO_CHANGE, concerned };
  const users = await lockMembers(tx, request, change);
  const before = await lockGroup(tx, id);
  await deleteGroupLink(tx, id);
  const next = { ...before, provisioned_by: null };
  const also = { provisioned_by: { from: connector.id, to: null } };
  await saveMembership(tx, request, { before, next }, users, change, also);
  return NO_CONTENT;
}
