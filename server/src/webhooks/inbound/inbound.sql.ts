// Inbound webhooks in PostgreSQL.
import { type Generated, type Insertable, type Selectable, sql } from 'kysely';
import { compiledOnce, type Db, type Tx } from '../../platform/db.ts';
import { gathered } from '../../platform/gather.ts';
import type { ListSpec } from '../../platform/list.ts';
import type { Filter } from '../filters.ts';
import type { Action } from './inbound.schema.ts';
import type { FieldMapping } from './mapping.ts';

interface InboundWebhooksTable {
  id: string;
  name: string;
  description: string | null;
  action: Action;
  field_mapping: FieldMapping;
  filters: Filter[];
  dedup_key: string | null;
  secret_enabled: boolean;
  secret: Buffer | null;
  previous_secret: Buffer | null;
  previous_secret_until: string | null;
  active: boolean;
  owner_id: string;
  owner: string;
  owner_roles: string[];
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: Generated<string | null>;
}

declare module '../../platform/db.ts' {
  interface Tables {
    inbound_webhooks: InboundWebhooksTable;
  }
}

const columns = [
  'id',
  'name',
  'description',
  'action',
  'field_mapping',
  'filters',
  'dedup_key',
  'secret_enabled',
  'secret',
  'previous_secret',
  'previous_secret_until',
  'active',
  'owner_id',
  'owner',
  'owner_roles',
  'version',
  'created_at',
  'updated_at',
] as const;

export type InboundRow = Omit<Selectable<InboundWebhooksTable>, 'deleted_at'>;

const withJson = <T extends { filters: Filter[]; field_mapping: FieldMapping }>(row: T) => ({
  ...row,
  filters: JSON.stringify(row.filters) as unknown as Filter[],
  field_mapping: JSON.stringify(row.field_mapping) as unknown as FieldMapping,
});

export const insertInbound = (tx: Tx, row: Insertable<InboundWebhooksTable>) =>
  tx
    .insertInto('inbound_webhooks')
    .values(withJson(row))
    .returning(columns)
    .executeTakeFirstOrThrow();

const present = (db: Db) =>
  db.selectFrom('inbound_webhooks').select(columns).where('deleted_at', 'is', null);

const inboundsById = compiledOnce<InboundRow>((db) =>
  present(db).where(sql<boolean>`id = any(${null})`),
);

/** Every event asks; those of a storm ask together, most of them for the same one. */
export const findInbound = gathered<InboundRow>((db, ids) => inboundsById(db, [ids]));

export const lockInbound = (tx: Tx, id: string): Promise<InboundRow | undefined> =>
  present(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export const saveInbound = (tx: Tx, { id, ...row }: InboundRow) =>
  tx
    .updateTable('inbound_webhooks')
    .set(withJson(row))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const markInboundDeleted = (tx: Tx, id: string, at: string) =>
  tx
    .updateTable('inbound_webhooks')
    .set({ deleted_at: at, active: false, secret: null, previous_secret: null })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const inboundList: ListSpec = {
  name: 'inbound_webhooks',
  table: 'inbound_webhooks',
  columns,
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: {},
  where: sql<boolean>`deleted_at is null`,
  total: 'bounded',
};
