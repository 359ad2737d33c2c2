// SCIM creates and changes users here. It gives them no roles and no password.
import { isDeepStrictEqual } from 'node:util';
import { diffFields, type FieldDiff } from '../../events/index.ts';
import {
  applyGrant,
  NO_GRANT,
  registerUser,
  requireFreeAddress,
  saveUser,
  type UserRow,
  userTable,
} from '../../identity/index.ts';
import { requireVersion } from '../../platform/http/output/etag.ts';
import { etagOf, ok, type Reply } from '../../platform/http/request/context.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { leaveGroups } from '../groups/groups.addresses.ts';
import { parseOptionalFilter } from '../protocol/filter.ts';
import { listMessage, readPage } from '../protocol/list-message.ts';
import { applyOperations, readOperations } from '../protocol/patch.ts';
import { type Projection, readProjection } from '../protocol/projection.ts';
import { userType } from '../protocol/resource-types.ts';
import { invalidValue, noSuchResource, ScimError } from '../protocol/scim-error.ts';
import { contextAt, parameterOf, type ScimRequest } from '../scim-request.ts';
import { draftOf, readUser, stateOf, type UserColumns, type UserState } from './users.draft.ts';
import { includesGroups, presentUser } from './users.present.ts';
import {
  countUsers,
  deleteLink,
  findUser,
  groupsOfUsers,
  listUsers,
  ownerOfAddress,
  type ProvisionedUser,
  saveLink,
  type UserLink,
} from './users.sql.ts';

const projectionOf = (request: ScimRequest): Projection =>
  readProjection(parameterOf(request, 'attributes'), parameterOf(request, 'excludedAttributes'));

async function requireUser(
  db: Db | Tx,
  { connector, id }: Pick<ScimRequest, 'connector' | 'id'>,
): Promise<ProvisionedUser> {
  const user = await findUser(db, connector.id, id);
  if (!user) throw noSuchResource('User', id);
  return user;
}

async function respond(
  db: Db | Tx,
  request: ScimRequest,
  id: string,
  projection: Projection,
  status = 200,
): Promise<Reply> {
  const { connector, root } = request;
  const user = await requireUser(db, { connector, id });
  const groups = includesGroups(projection) ? await groupsOfUsers(db, [id]) : [];
  return {
    status,
    body: presentUser(user, groups, root, projection),
    headers: {
      etag: etagOf(user.version),
      ...(status === 201 && { location: `${root}/Users/${id}` }),
    },
  };
}

export const getUser = (request: ScimRequest): Promise<Reply> =>
  respond(request.deps.db, request, request.id, projectionOf(request));

export async function listAllUsers(request: ScimRequest): Promise<Reply> {
  const { deps, connector, root } = request;
  const projection = projectionOf(request);
  const filter = parseOptionalFilter(parameterOf(request, 'filter'));
  const page = readPage(parameterOf(request, 'startIndex'), parameterOf(request, 'count'));
  const totalResults = await countUsers(deps.db, connector.id, filter);
  const users = page.count === 0 ? [] : await listUsers(deps.db, connector.id, filter, page);
  const ids = users.map(({ id }) => id);
  const groups = includesGroups(projection) ? await groupsOfUsers(deps.db, ids) : [];
  const byUser = Map.groupBy(groups, ({ user_id }) => user_id);
  const resources = users.map((user) =>
    presentUser(user, byUser.get(user.id) ?? [], root, projection),
  );
  return ok(listMessage(resources, { ...page, totalResults }));
}

/** Returns the address of the manager. */
async function managerOf(
  tx: Tx,
  managerId: string | undefined,
  userId?: string,
): Promise<string | null> {
  if (managerId === undefined) return null;
  if (managerId === userId) throw invalidValue('The manager is somebody else.');
  const manager = await userTable.find(tx, managerId);
  if (!manager) throw invalidValue(`The manager ${managerId.slice(0, 100)} is not a user.`);
  return manager.email;
}

const isAdministrator = ({ roles }: Pick<UserRow, 'roles'>): boolean =>
  roles.includes('super_admin');

/** With another address, a directory could have the password of an administrator reset. */
function requireTrust(
  { connector }: ScimRequest,
  user: UserRow,
  scimType: 'mutability' | 'uniqueness',
  status: number,
): void {
  if (connector.may_grant_super_admin || !isAdministrator(user)) return;
  throw new ScimError(
    status,
    scimType,
    `${user.email} has the role super_admin. To let this connector take over such users or change their address, set may_grant_super_admin of ${connector.name}.`,
  );
}

const EMPTY_LINK: UserLink = { external_id: null, attributes: {} };

const linkDiff = (before: UserLink, after: UserLink): FieldDiff => ({
  ...diffFields(before, after, ['external_id']),
  ...(!isDeepStrictEqual(before.attributes, after.attributes) && {
    scim_attributes: { from: before.attributes, to: after.attributes },
  }),
});

interface UserChange {
  before: UserRow;
  link: UserLink;
  columns: Partial<UserRow> & UserColumns;
  nextLink: UserLink;
}

async function saveChange(
  tx: Tx,
  request: ScimRequest,
  { before, link, columns, nextLink }: UserChange,
  also: FieldDiff = {},
): Promise<void> {
  const { connector, deps } = request;
  if (columns.email !== before.email) {
    requireFreeAddress(deps.config, columns.email);
    requireTrust(request, before, 'mutability', 400);
  }
  const next = { ...before, ...columns };
  const context = contextAt(request, before);
  await saveUser(tx, context, before, next, {
    also: { ...linkDiff(link, nextLink), ...also },
  });
  await saveLink(tx, before.id, connector.id, nextLink);
}

/** A user who exists here is taken over with their roles, records and keys. */
async function adoptUser(
  tx: Tx,
  request: ScimRequest,
  id: string,
  { columns, link, managerId }: UserState,
): Promise<void> {
  const { connector } = request;
  const before = await userTable.lock(tx, id);
  const isFormer = before?.email.toLowerCase() !== columns.email.toLowerCase();
  if (!before || isFormer)
    throw new ScimError(
      409,
      'uniqueness',
      `The address ${columns.email} belonged to another user, and is never given to somebody else.`,
    );
  if (before.provisioned_by !== null)
    throw new ScimError(409, 'uniqueness', `A connector provisions ${before.email} already.`);
  requireTrust(request, before, 'uniqueness', 409);
  const manager = await managerOf(tx, managerId, id);
  await saveChange(
    tx,
    request,
    {
      before,
      link: EMPTY_LINK,
      columns: { ...columns, manager, provisioned_by: connector.id },
      nextLink: link,
    },
    { provisioned_by: { from: null, to: connector.id } },
  );
}

async function createNewUser(
  tx: Tx,
  { connector, context, deps }: ScimRequest,
  { columns, link, managerId }: UserState,
): Promise<string> {
  const { email, name, active, ...attributes } = columns;
  const manager = await managerOf(tx, managerId);
  const row = await registerUser(
    tx,
    context,
    deps.config,
    { email, name, active, roles: [] },
    { ...attributes, manager, provisioned_by: connector.id },
  );
  await saveLink(tx, row.id, connector.id, link);
  return row.id;
}

export async function createUser(tx: Tx, request: ScimRequest): Promise<Reply> {
  const projection = projectionOf(request);
  const state = readUser(request.body);
  const owner = await ownerOfAddress(tx, state.columns.email);
  if (owner !== undefined) await adoptUser(tx, request, owner, state);
  const id = owner ?? (await createNewUser(tx, request, state));
  return respond(tx, request, id, projection, 201);
}

async function updateUser(
  tx: Tx,
  request: ScimRequest,
  change: (user: ProvisionedUser) => UserState,
): Promise<void> {
  const before = await userTable.lock(tx, request.id);
  const user = await requireUser(tx, request);
  if (!before) throw noSuchResource('User', request.id);
  await requireVersion(request.ifMatch, user.version, async () => []);
  const { columns, link, managerId } = change(user);
  // A manager who stays is not read again; a manager without a user stays until another one is named.
  const manager =
    managerId === user.manager?.id ? before.manager : await managerOf(tx, managerId, before.id);
  await saveChange(tx, request, {
    before,
    link: user,
    columns: { ...columns, manager },
    nextLink: link,
  });
}

export async function replaceUser(tx: Tx, request: ScimRequest): Promise<Reply> {
  const projection = projectionOf(request);
  const state = readUser(request.body);
  await updateUser(tx, request, () => state);
  return respond(tx, request, request.id, projection);
}

export async function patchUser(tx: Tx, request: ScimRequest): Promise<Reply> {
  const projection = projectionOf(request);
  const operations = readOperations(request.body);
  await updateUser(tx, request, (user) => {
    const before = draftOf(user);
    const after = new Map(applyOperations(before, userType, operations));
    // The list that follows from userName is not stored, so that it goes on following.
    const isDerived = user.attributes.emails === undefined;
    if (isDerived && after.get('emails') === before.get('emails')) after.delete('emails');
    return stateOf(after);
  });
  return respond(tx, request, request.id, projection);
}

/** The user is deactivated and stays, because records name them; the roles that the connector gave end. */
export async function releaseUser(tx: Tx, request: ScimRequest): Promise<Reply> {
  const { connector, id, ifMatch } = request;
  const before = await userTable.lock(tx, id);
  const user = await requireUser(tx, request);
  if (!before) throw noSuchResource('User', id);
  await requireVersion(ifMatch, user.version, async () => []);
  const context = contextAt(request, before);
  const next = { ...before, active: false, provisioned_by: null };
  const saved = await saveUser(tx, context, before, next, {
    also: { provisioned_by: { from: connector.id, to: null } },
  });
  await leaveGroups(tx, request, saved);
  await applyGrant(tx, context, saved, connector.id, NO_GRANT);
  await deleteLink(tx, id);
  return { status: 204, body: undefined };
}
