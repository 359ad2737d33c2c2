// Users: registration, updates and passwords.
import type { FieldDiff } from '../../events/index.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { AuditContext } from '../../platform/context.ts';
import {
  type Reply,
  type RequestContext,
  created,
  okRecord,
  type PatchContext,
} from '../../platform/http/request/context.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { requireFreeAddress } from '../addresses.ts';
import {
  lockForUpdate,
  readPatchOf,
  readRecord,
  type RecordType,
  saveUpdate,
  auditCreated,
} from '../../records/index.ts';
import { withRevocation } from '../revocations/revocations.ts';
import { hashPassword } from './passwords.ts';
import { User, type UserCreate, type UserUpdate } from './users.schema.ts';
import { type UserRow, users } from './users.sql.ts';

const kind: RecordType<UserRow> = {
  type: 'user',
  auditedFields: ['email', 'name', 'roles', 'active'],
  rows: users,
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
  const row = await users.insert(tx, {
    active: true,
    ...input,
    password_hash: password === undefined ? null : await hashPassword(password),
    password_changed_at: null,
    created_at: at,
    updated_at: at,
  });
  await auditCreated(tx, context, kind, row);
  return row;
}

export const listUsers = (request: RequestContext): Promise<Reply> =>
  respondWithList(request, users.list, { key: 'all' }, { sort: 'created_at', order: 'desc' });

export async function getUser({
  deps,
  params: { id },
}: RequestContext<{ id: string }>): Promise<Reply> {
  return okRecord(present(await readRecord(deps.db, kind, id)));
}

export async function createUser(
  tx: Tx,
  request: RequestContext<unknown, unknown, UserCreate>,
): Promise<Reply> {
  const row = await registerUser(tx, request, request.deps.config, request.body);
  return created(request, row.id, present(row));
}

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
  return saveUpdate(tx, context, kind, before, row, { also: passwordChanged });
}

export async function updateUser(
  tx: Tx,
  incoming: PatchContext<{ id: string }, unknown, UserUpdate>,
): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, incoming, kind);
  const { password, ...input } = readPatchOf(request, present(before));
  if (input.email !== before.email) requireFreeAddress(request.deps.config, input.email);
  const next: UserRow = { ...before, ...input };
  const row =
    password === undefined
      ? await saveUpdate(tx, request, kind, before, await withRevocation(tx, request, before, next))
      : await savePassword(tx, request, before, next, password);
  return okRecord(present(row));
}
