import type { Generated, Selectable } from 'kysely';
import { ApiError } from '../../platform/errors.ts';
import { recordTable } from '../../records/index.ts';
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

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    clients: ClientsTable;
  }
}

export type ClientRow = Selectable<ClientsTable>;

export const clientIdTaken = (id: string): ApiError =>
  new ApiError('already_exists', `A client with the client_id ${id} already exists.`, {
    field: 'client_id',
  });

export const clientTable = recordTable<ClientRow, 'token_generation' | 'version', 'secret_hash'>({
  table: 'clients',
  columns: [
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
  ],
  hidden: ['secret_hash'],
  list: { large: ['redirect_uris'] },
  taken: { clients_pkey: ({ id = '' }) => clientIdTaken(id) },
});
