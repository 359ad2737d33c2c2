// Registers and updates users, and changes their passwords.
import type { FieldDiff } from '../../events/index.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type AuditContext, distinctPeople, isSamePerson } from '../../platform/context.ts';
import { type Reply, okRecord, type PatchContext } from '../../platform/http/request/context.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { requireFreeAddress } from '../addresses.ts';
import {
  createHandler,
  createRecord,
  getHandler,
  listHandler,
  lockRequested,
  type RecordType,
  saveUpdate,
  type UpdateOptions,
} from '../../records/index.ts';
import { deleteLinkOf } from '../account-links/account-links.sql.ts';
import { rolesByHand } from '../grants/assigned-roles.ts';
import { withRevocation } from '../revocations/revocations.ts';
import { endSessionsOfUser } from '../sessions/sessions.sql.ts';
import { readAttributes } from './attributes.ts';
import { attributes } from './attributes.schema.ts';
import { isAdministrator, requireOtherAdministrator } from './last-administrator.ts';
import { endAccess } from './end-access.ts';
import { hashPassword } from './passwords.ts';
import { User, type UserCreate, type UserUpdate } from './users.schema.ts';
import { type UserRow, userTable } from './users.sql.ts';

export const users: RecordType<UserRow> & { table: typeof userTable } = {
  type: 'user',
  path: '/users',
  table: userTable,
  schema: User,
  auditedFields: [
    'email',
    'name',
    'roles',
    'active',
    ...Object.keys(attributes),
  ] as (keyof UserRow)[],
};

const present = picker(User);

/** The audit entry shows that the password changed, not its value. */
const passwordChanged: FieldDiff = { password: { from: null, to: null } };

export async function registerUser(
  tx: Tx,
  context: AuditContext,
  config: Config,
  { password, ...input }: UserCreate,
): Promise<UserRow> {
  requireFreeAddress(config, input.email);
  const at = context.now.toISOString();
  return createRecord(tx, context, users, {
    active: true,
    ...(await readAttributes(tx, context, { email: input.email }, input)),
    password_hash: password === undefined ? null : await hashPassword(password),
    password_changed_at: null,
    access_ended_at: null,
    created_at: at,
    updated_at: at,
  });
}

export const listUsers = listHandler(users, userTable.list);
export const getUser = getHandler(users, present);
export const createUser = createHandler(
  (tx, request, input: UserCreate) => registerUser(tx, request, request.deps.config, input),
  present,
);

/** A former address stays theirs; one that they get back is no longer a former one. */
const previousEmails = (before: UserRow, next: UserRow): string[] => {
  if (before.email === next.email) return before.previous_emails;
  return distinctPeople([...before.previous_emails, before.email]).filter(
    (email) => !isSamePerson(email, next.email),
  );
};

/** A change of one of these ends the person's links to choose a password. */
const LINKED_FIELDS = ['email', 'active', 'password_hash'] as const;

/**
 * Every change of a user ends here: tokens with outdated claims are revoked, a deactivated user loses all access, and an
 * administrator remains.
 */
export async function saveUser(
  tx: Tx,
  context: AuditContext,
  before: UserRow,
  next: UserRow,
  { isRevoked = false, ...options }: UpdateOptions<UserRow> & { isRevoked?: boolean } = {},
): Promise<UserRow> {
  if (isAdministrator(before) && !isAdministrator(next))
    await requireOtherAdministrator(tx, context, next);
  const row = { ...next, previous_emails: previousEmails(before, next) };
  if (LINKED_FIELDS.some((field) => before[field] !== next[field])) await deleteLinkOf(tx, next.id);
  const revoked = await withRevocation(tx, context, before, row, { always: isRevoked });
  const isLeaving = before.active && !next.active;
  const saved = isLeaving ? await endAccess(tx, context, revoked) : revoked;
  return saveUpdate(tx, context, users, before, saved, options);
}

/**
 * A new password ends sessions and revokes tokens (by their generation). Logins in progress end by their age, which is
 * measured in seconds, so sessions of the same second are deleted.
 */
export async function savePassword(
  tx: Tx,
  context: AuditContext,
  before: UserRow,
  next: UserRow,
  password: string,
  options: Pick<UpdateOptions<UserRow>, 'kind'> = {},
): Promise<UserRow> {
  await endSessionsOfUser(tx, before.id);
  const withPassword = {
    ...next,
    password_hash: await hashPassword(password),
    password_changed_at: context.now.toISOString(),
  };
  return saveUser(tx, context, before, withPassword, {
    ...options,
    isRevoked: true,
    also: passwordChanged,
  });
}

export async function updateUser(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, UserUpdate>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, users);
  const { password, roles, ...input } = await request.readPatch(() => present(before));
  if (input.email !== before.email) requireFreeAddress(request.deps.config, input.email);
  const assigned = roles && (await rolesByHand(tx, before, roles));
  const stored = await readAttributes(tx, context, before, input);
  const next: UserRow = { ...before, ...stored, ...assigned };
  const row =
    password === undefined
      ? await saveUser(tx, context, before, next)
      : await savePassword(tx, context, before, next, password);
  return okRecord(present(row));
}
