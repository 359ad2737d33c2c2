// People in PostgreSQL.
import { type Generated, type Selectable, sql } from 'kysely';
import { breaksUnique, type Db, type Tx } from '../../platform/db.ts';
import { Problem } from '../../platform/errors.ts';
import type { ListSpec } from '../../platform/list.ts';
import type { Role } from '../roles.ts';

interface UsersTable {
  id: Generated<string>;
  email: string;
  name: string;
  roles: Role[];
  password_hash: string | null;
  password_changed_at: string | null;
  active: boolean;
  token_generation: Generated<number>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

declare module '../../platform/db.ts' {
  interface Tables {
    users: UsersTable;
  }
}

export type UserRow = Selectable<UsersTable>;

const columns = [
  'id',
  'email',
  'name',
  'roles',
  'password_hash',
  'password_changed_at',
  'active',
  'token_generation',
  'version',
  'created_at',
  'updated_at',
] as const satisfies (keyof UserRow)[];

const explainTaken = (error: unknown): never => {
  throw breaksUnique(error, 'users_email')
    ? new Problem('already_exists', 'There is a user with this e-mail address.', { field: 'email' })
    : error;
};

export const findUser = (db: Db | Tx, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();

export const findUserByEmail = (db: Db | Tx, email: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .select(columns)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();

export const lockUser = (tx: Tx, id: string): Promise<UserRow | undefined> =>
  tx.selectFrom('users').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

export const insertUser = (
  tx: Tx,
  row: Omit<UserRow, 'id' | 'token_generation' | 'version'>,
): Promise<UserRow> =>
  tx
    .insertInto('users')
    .values(row)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(explainTaken);

export const saveUser = (tx: Tx, { id, created_at: _, ...row }: UserRow): Promise<unknown> =>
  tx.updateTable('users').set(row).where('id', '=', id).execute().catch(explainTaken);

export const userList: ListSpec = {
  name: 'users',
  table: 'users',
  columns: ['id', 'email', 'name', 'roles', 'active', 'version', 'created_at', 'updated_at'],
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: { email: { column: 'email', test: 'in', type: 'text' } },
  total: 'bounded',
};
