// People: who they are, what they may do, and whether they may log in here.
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
import { revoking } from '../revocations/revocations.ts';
import { hashPassword } from './passwords.ts';
import { User, type UserCreate, type UserUpdate } from './users.schema.ts';
import { type UserRow, users } from './users.sql.ts';

const kind: RecordType<UserRow> = {
  type: 'user',
  auditedFields: ['email', 'name', 'roles', 'active'],
  rows: users,
};

const present = picker(User);

/** What an entry says of a password: that it is another one. */
const passwordChanged: FieldDiff = { password: { from: null, to: null } };

export async function registerUser(
  tx: Tx,
  cause: AuditContext,
  config: Config,
  { password, ...wanted }: UserCreate,
): Promise<UserRow> {
  requireFreeAddress(config, wanted.email);
  const at = cause.now.toISOString();
  const row = await users.insert(tx, {
    active: true,
    ...wanted,
    password_hash: password === undefined ? null : await hashPassword(password),
    password_changed_at: null,
    created_at: at,
    updated_at: at,
  });
  await auditCreated(tx, cause, kind, row);
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

/** A new password ends what was begun with the old one: sessions by their age, tokens by their generation. */
export async function savePassword(
  tx: Tx,
  cause: AuditContext,
  before: UserRow,
  wanted: UserRow,
  password: string,
): Promise<UserRow> {
  const withPassword = {
    ...wanted,
    password_hash: await hashPassword(password),
    password_changed_at: cause.now.toISOString(),
  };
  const row = await revoking(tx, cause, before, withPassword, { always: true });
  return saveUpdate(tx, cause, kind, before, row, { also: passwordChanged });
}

export async function updateUser(
  tx: Tx,
  asked: PatchContext<{ id: string }, unknown, UserUpdate>,
): Promise<Reply> {
  const { before, request } = await lockForUpdate(tx, asked, kind);
  const { password, ...input } = readPatchOf(request, present(before));
  if (input.email !== before.email) requireFreeAddress(request.deps.config, input.email);
  const wanted: UserRow = { ...before, ...input };
  const row =
    password === undefined
      ? await saveUpdate(tx, request, kind, before, await revoking(tx, request, before, wanted))
      : await savePassword(tx, request, before, wanted, password);
  return okRecord(present(row));
}
