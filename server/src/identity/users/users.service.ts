// Registers and updates users, and changes their passwords.
import type { FieldDiff } from '../../events/index.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { AuditContext } from '../../platform/context.ts';
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
} from '../../records/index.ts';
import { withRevocation } from '../revocations/revocations.ts';
import { hashPassword } from './passwords.ts';
import { User, type UserCreate, type UserUpdate } from './users.schema.ts';
import { type UserRow, userTable } from './users.sql.ts';

const users: RecordType<UserRow> & { table: typeof userTable } = {
  type: 'user',
  path: '/users',
  table: userTable,
  auditedFields: ['email', 'name', 'roles', 'active'],
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
    ...input,
    password_hash: password === undefined ? null : await hashPassword(password),
    password_changed_at: null,
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

/** A new password ends sessions (by their age) and revokes tokens (by their generation). */
export async function savePassword(
  tx: Tx,
  context: AuditContext,
  before: UserRow,
  next: UserRow,
  password: string,
): Promise<UserRow> {
  const withPassword = {
    ...next,
    password_hash: await hashPassword(password),
    password_changed_at: context.now.toISOString(),
  };
  const row = await withRevocation(tx, context, before, withPassword, { always: true });
  return saveUpdate(tx, context, users, before, row, { also: passwordChanged });
}

export async function updateUser(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, UserUpdate>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, users);
  const { password, ...input } = await request.readPatch(() => present(before));
  if (input.email !== before.email) requireFreeAddress(request.deps.config, input.email);
  const next: UserRow = { ...before, ...input };
  const row =
    password === undefined
      ? await saveUpdate(
          tx,
          context,
          users,
          before,
          await withRevocation(tx, context, before, next),
        )
      : await savePassword(tx, context, before, next, password);
  return okRecord(present(row));
}
