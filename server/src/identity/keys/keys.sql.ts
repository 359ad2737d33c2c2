import { type Generated, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { ListSpec } from '../../platform/lists/list-spec.ts';

interface ApiKeysTable {
  id: Generated<string>;
  user_id: string;
  name: string;
  prefix: string;
  key_hash: Buffer;
  expires_at: string;
  last_used_at: Generated<string | null>;
  revoked_at: Generated<string | null>;
  version: Generated<number>;
  created_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    api_keys: ApiKeysTable;
  }
}

export type ApiKeyRow = Omit<Selectable<ApiKeysTable>, 'key_hash'>;

const columns = [
  'id',
  'user_id',
  'name',
  'prefix',
  'expires_at',
  'last_used_at',
  'revoked_at',
  'version',
  'created_at',
] as const satisfies (keyof ApiKeyRow)[];

export const insertApiKey = (
  tx: Tx,
  row: Pick<
    Selectable<ApiKeysTable>,
    'user_id' | 'name' | 'prefix' | 'key_hash' | 'expires_at' | 'created_at'
  >,
): Promise<ApiKeyRow> =>
  tx.insertInto('api_keys').values(row).returning(columns).executeTakeFirstOrThrow();

/** Returns undefined if the key is revoked. */
export const lockApiKey = (tx: Tx, id: string, userId: string): Promise<ApiKeyRow | undefined> =>
  tx
    .selectFrom('api_keys')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** The order is that of their ids, so that two transactions do not lock each other out. */
export const lockApiKeysOf = (tx: Tx, userId: string): Promise<ApiKeyRow[]> =>
  tx
    .selectFrom('api_keys')
    .select(columns)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

export const revokeApiKey = (tx: Tx, id: string, at: string): Promise<unknown> =>
  tx.updateTable('api_keys').set({ revoked_at: at, version: 2 }).where('id', '=', id).execute();

/** Returns the ids of the keys that were still valid. */
export async function revokeApiKeysOf(tx: Tx, userId: string, at: string): Promise<string[]> {
  const rows = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at, version: 2 })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export const countApiKeys = async (tx: Tx, userId: string): Promise<number> => {
  const { n } = await tx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
};

export const findApiKeyByHash = (db: Db, hash: Buffer): Promise<ApiKeyRow | undefined> =>
  db
    .selectFrom('api_keys')
    .select(columns)
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

/** The time is accurate to the minute: a busy key would otherwise write for every token. */
export const markApiKeyUsed = (db: Db, id: string, at: string): Promise<unknown> =>
  sql`update api_keys set last_used_at = ${at} where id = ${id}
    and (last_used_at is null or last_used_at < ${at}::timestamptz - interval '1 minute')`.execute(
    db,
  );

export const apiKeyList: ListSpec<
  Pick<ApiKeyRow, 'id' | 'name' | 'prefix' | 'expires_at' | 'last_used_at' | 'created_at'>
> = {
  name: 'api_keys',
  table: 'api_keys',
  columns: ['id', 'name', 'prefix', 'expires_at', 'last_used_at', 'created_at'],
  large: [],
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: { user_id: { column: 'user_id', test: 'in', type: 'text' } },
  where: sql<boolean>`revoked_at is null`,
  total: 'bounded',
};
