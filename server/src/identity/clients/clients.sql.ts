// Clients in PostgreSQL.
import type { Generated, Selectable } from 'kysely';
import { breaksUnique, type Db, type Tx } from '../../platform/db.ts';
import { Problem } from '../../platform/errors.ts';
import type { ListSpec } from '../../platform/list.ts';
import type { Role } from '../roles.ts';

interface ClientsTable {
  id: string;
  name: string;
  email: string | null;
  roles: Role[];
  redirect_uris: string[];
  secret_hash: Buffer | null;
  active: boolean;
  token_generation: Generated<number>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

declare module '../../platform/db.ts' {
  interface Tables {
    clients: ClientsTable;
  }
}

export type ClientRow = Selectable<ClientsTable>;

const columns = [
  'id',
  'name',
  'email',
  'roles',
  'redirect_uris',
  'secret_hash',
  'active',
  'token_generation',
  'version',
  'created_at',
  'updated_at',
] as const satisfies (keyof ClientRow)[];

export const clientIdTaken = (id: string): Problem =>
  new Problem('already_exists', `There is a client with the client_id ${id}.`, {
    field: 'client_id',
  });

export const findClient = (db: Db, id: string): Promise<ClientRow | undefined> =>
  db.selectFrom('clients').select(columns).where('id', '=', id).executeTakeFirst();

export const lockClient = (tx: Tx, id: string): Promise<ClientRow | undefined> =>
  tx.selectFrom('clients').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

export const insertClient = (
  tx: Tx,
  row: Omit<ClientRow, 'token_generation' | 'version'>,
): Promise<ClientRow> =>
  tx
    .insertInto('clients')
    .values(row)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw breaksUnique(error, 'clients_pkey') ? clientIdTaken(row.id) : error;
    });

export const saveClient = (tx: Tx, { id, created_at: _, ...row }: ClientRow): Promise<unknown> =>
  tx.updateTable('clients').set(row).where('id', '=', id).execute();

export const clientList: ListSpec = {
  name: 'clients',
  table: 'clients',
  columns: columns.filter((column) => column !== 'secret_hash'),
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: {},
  total: 'bounded',
};
