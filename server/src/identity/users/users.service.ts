// Registers and updates users, and changes their passwords.
import type { FieldDiff } from '../../events/index.ts';
import { invalid } from '../../platform/errors.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type AuditContext, distinctPeople, isSamePerson } from '../../platform/context.ts';
import {
  type Reply,
  okRecord,
  type PatchContext,
  type RequestContext,
} from '../../platform/http/request/context.ts';
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
import { invitationOf, requireInvitable, sendInvitation } from '../account-links/invitation.ts';
import { deleteLinkOf } from '../account-links/account-links.sql.ts';
import { renameMember } from '../groups/groups.members.ts';
import { rolesByHand } from '../grants/assigned-roles.ts';
import { requireUnprovisioned } from '../provisioned/require-unprovisioned.ts';
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

/** SCIM provides these; roles, locale and time zone stay the choice of people here. */
const PROVIDED_FIELDS = ['email', 'name', 'active', 'title', 'department', 'manager'] as const;

/** The audit entry shows that the password changed, not its value. */
const passwordChanged: FieldDiff = { password: { from: null, to: null } };

const invitationSent: FieldDiff = { invited: { from: false, to: true } };

function requireNoPassword(password: string | undefined): void {
  if (password === undefined) return;
  const message = 'invite lets the person choose the password; leave password out.';
  throw invalid([{ in: 'body', pointer: '/password', code: 'not_allowed', message }]);
}

export async function registerUser(
  tx: Tx,
  context: AuditContext,
  config: Config,
  { password, invite = false, ...input }: UserCreate,
  columns: Partial<UserRow> = {},
): Promise<UserRow> {
  requireFreeAddress(config, input.email);
  if (invite) requireNoPassword(password);
  const at = context.now.toISOString();
  const row = {
    active: true,
    ...(await readAttributes(tx, context, { email: input.email }, input)),
    ...columns,
    password_hash: password === undefined ? null : await hashPassword(password),
    password_changed_at: null,
    access_ended_at: null,
    created_at: at,
    updated_at: at,
  };
  if (!invite) return createRecord(tx, context, users, row);
  requireInvitable(config, row);
  const invited = { ...row, ...invitationOf(context) };
  const user = await createRecord(tx, context, users, invited, invitationSent);
  await sendInvitation(tx, context, user);
  return user;
}

export const listUsers = listHandler(users, userTable.list);
export const getUser = getHandler(users, present);
export const createUser = createHandler(
  (tx, request, input: UserCreate) => registerUser(tx, request, request.deps.config, input),
  present,
);

/** All addresses of a person are claims of a token, and values of each query for own records. */
const MAX_FORMER = 16;

/** A former address stays theirs; one that they get back is no longer a former one. */
function previousEmails(before: UserRow, next: UserRow): string[] {
  if (before.email === next.email) return before.previous_emails;
  const former = distinctPeople([...before.previous_emails, before.email]).filter(
    (email) => !isSamePerson(email, next.email),
  );
  if (former.length <= MAX_FORMER) return former;
  const message = `email: a person has at most ${MAX_FORMER} former addresses. Use one of them again, or the present one.`;
  throw invalid([{ in: 'body', pointer: '/email', code: 'too_many', message }]);
}

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
  const endsLinks = LINKED_FIELDS.some((field) => before[field] !== next[field]);
  if (endsLinks) await deleteLinkOf(tx, next.id);
  const row = {
    ...next,
    previous_emails: previousEmails(before, next),
    ...(endsLinks && { invited_at: null, invitation_expires_at: null }),
  };
  if (!isSamePerson(before.email, next.email))
    await renameMember(tx, context, before.email, next.email);
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
  await requireUnprovisioned(tx, before, next, PROVIDED_FIELDS);
  const row =
    password === undefined
      ? await saveUser(tx, context, before, next)
      : await savePassword(tx, context, before, next, password);
  return okRecord(present(row));
}

/** Ends the link of an earlier invitation. */
export async function inviteUser(tx: Tx, request: RequestContext<{ id: string }>): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, users);
  requireInvitable(request.deps.config, before);
  const next = { ...before, ...invitationOf(context) };
  const options = { kind: 'user.invited', also: invitationSent } as const;
  const row = await saveUser(tx, context, before, next, options);
  await sendInvitation(tx, context, row);
  return okRecord(present(row));
}
