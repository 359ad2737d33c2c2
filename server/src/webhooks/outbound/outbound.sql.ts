// Outbound webhooks in PostgreSQL.
import { type Generated, type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db.ts';
import type { ListSpec } from '../../platform/list.ts';
import type { Filter } from '../filters.ts';

interface OutboundWebhooksTable {
  id: Generated<string>;
  name: string;
  url: string;
  events: string[];
  filters: Filter[];
  headers: Buffer;
  sign_payloads: boolean;
  secret: Buffer | null;
  previous_secret: Buffer | null;
  previous_secret_until: string | null;
  active: boolean;
  timeout_seconds: number;
  owner: string;
  alert_mailed_at: Generated<string | null>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: Generated<string | null>;
}

declare module '../../platform/db.ts' {
  interface Tables {
    outbound_webhooks: OutboundWebhooksTable;
  }
}

const columns = [
  'id',
  'name',
  'url',
  'events',
  'filters',
  'headers',
  'sign_payloads',
  'secret',
  'previous_secret',
  'previous_secret_until',
  'active',
  'timeout_seconds',
  'owner',
  'alert_mailed_at',
  'version',
  'created_at',
  'updated_at',
] as const;

export type WebhookRow = Omit<Selectable<OutboundWebhooksTable>, 'deleted_at'>;

const withJson = <T extends { filters: Filter[] }>(row: T) => ({
  ...row,
  filters: JSON.stringify(row.filters) as unknown as Filter[],
});

/** Ids are made before the row, because what is sealed is sealed for its row. */
export async function newWebhookId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select 'wh_out_' || replace(uuidv7()::text, '-', '') as id`.execute(tx);
  return rows[0]?.id ?? '';
}

export const insertWebhook = (tx: Tx, row: Insertable<OutboundWebhooksTable>) =>
  tx
    .insertInto('outbound_webhooks')
    .values(withJson(row))
    .returning(columns)
    .executeTakeFirstOrThrow();

const present = (db: Db, id: string) =>
  db
    .selectFrom('outbound_webhooks')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);

export const findWebhook = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  present(db, id).executeTakeFirst();

export const lockWebhook = (tx: Tx, id: string): Promise<WebhookRow | undefined> =>
  present(tx, id).forUpdate().executeTakeFirst();

export const saveWebhook = (tx: Tx, { id, ...row }: WebhookRow) =>
  tx
    .updateTable('outbound_webhooks')
    .set(withJson(row))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const markDeleted = (tx: Tx, id: string, at: string) =>
  tx
    .updateTable('outbound_webhooks')
    .set({ deleted_at: at, active: false, secret: null, previous_secret: null })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const setAlertMailed = (tx: Tx, id: string, at: string) =>
  tx.updateTable('outbound_webhooks').set({ alert_mailed_at: at }).where('id', '=', id).execute();

/** What the relay matches events against. */
export const activeSubscriptions = (db: Db) =>
  db
    .selectFrom('outbound_webhooks')
    .select(['id', 'events', 'filters'])
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .execute();

export const webhookList: ListSpec = {
  name: 'outbound_webhooks',
  table: 'outbound_webhooks',
  columns,
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: {},
  where: sql<boolean>`deleted_at is null`,
  total: 'bounded',
};
