import { type Generated, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/postgres/tables.ts';
import { recordTable } from '../../records/index.ts';
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
  owner_id: string;
  owner: string;
  /** While the webhook is suspended, events from this time on may have no delivery. */
  missed_since: Generated<string | null>;
  alert_mailed_at: Generated<string | null>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: Generated<string | null>;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    outbound_webhooks: OutboundWebhooksTable;
  }
}

export type WebhookRow = Selectable<OutboundWebhooksTable>;

export const outboundWebhooks = recordTable<
  WebhookRow,
  'alert_mailed_at' | 'missed_since' | 'version' | 'deleted_at'
>({
  table: 'outbound_webhooks',
  columns: [
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
    'owner_id',
    'owner',
    'missed_since',
    'alert_mailed_at',
    'version',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  json: ['filters'],
  deleted: 'hidden',
  list: { large: ['filters', 'headers'] },
});

export const markAlertMailed = async (tx: Tx, id: string, at: string): Promise<void> => {
  await tx
    .updateTable('outbound_webhooks')
    .set({ alert_mailed_at: at })
    .where('id', '=', id)
    .execute();
};

/** The id is needed before the insert, because encrypted columns are bound to the row id. */
export async function newWebhookId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select 'wh_out_' || replace(uuidv7()::text, '-', '') as id`.execute(tx);
  return rows[0]?.id ?? '';
}
