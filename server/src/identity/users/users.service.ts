// People: who they are, what they may do, and whether they may log in here.
import type { Changes } from '../../events/index.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Cause } from '../../platform/context.ts';
import {
  type Answer,
  type Call,
  created,
  okRecord,
  type PatchCall,
} from '../../platform/http/request/context.ts';
import { answerList } from '../../platform/http/output/pagination.ts';
import { picker } from '../../platform/http/input/schema.ts';
import { requireFreeAddress } from '../addresses.ts';
import {
  hold,
  judged,
  readRecord,
  type RecordKind,
  saveChange,
  tellCreated,
} from '../../records/index.ts';
import { revoking } from '../revocations/revocations.ts';
import { hashPassword } from './passwords.ts';
import { User, type UserCreate, type UserUpdate } from './users.schema.ts';
import { type UserRow, users } from './users.sql.ts';

const kind: RecordKind<UserRow> = {
  type: 'user',
  told: ['email', 'name', 'roles', 'active'],
  rows: users,
};

const present = picker(User);

/** What an entry says of a password: that it is another one. */
const passwordChanged: Changes = { password: { from: null, to: null } };

export async function registerUser(
  tx: Tx,
  cause: Cause,
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
  await tellCreated(tx, cause, kind, row);
  return row;
}

export const listUsers = (call: Call): Promise<Answer> =>
  answerList(call, users.list, { key: 'all' }, { sort: 'created_at', order: 'desc' });

export async function getUser({ deps, params: { id } }: Call<{ id: string }>): Promise<Answer> {
  return okRecord(present(await readRecord(deps.db, kind, id)));
}

export async function createUser(
  tx: Tx,
  call: Call<unknown, unknown, UserCreate>,
): Promise<Answer> {
  const row = await registerUser(tx, call, call.deps.config, call.body);
  return created(call, row.id, present(row));
}

/** A new password ends what was begun with the old one: sessions by their age, tokens by their generation. */
export async function savePassword(
  tx: Tx,
  cause: Cause,
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
  return saveChange(tx, cause, kind, before, row, { also: passwordChanged });
}

export async function updateUser(
  tx: Tx,
  asked: PatchCall<{ id: string }, unknown, UserUpdate>,
): Promise<Answer> {
  const { before, call } = await hold(tx, asked, kind);
  const { password, ...input } = judged(call, present(before));
  if (input.email !== before.email) requireFreeAddress(call.deps.config, input.email);
  const wanted: UserRow = { ...before, ...input };
  const row =
    password === undefined
      ? await saveChange(tx, call, kind, before, await revoking(tx, call, before, wanted))
      : await savePassword(tx, call, before, wanted, password);
  return okRecord(present(row));
}
