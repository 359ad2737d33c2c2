// Inbound webhooks in PostgreSQL.
import type { Generated, Selectable } from 'kysely';
import { rowsOf } from '../../platform/rows.ts';
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

export type InboundRow = Omit<Selectable<InboundWebhooksTable>, 'deleted_at'>;

export const inboundWebhooks = rowsOf<InboundRow, 'version'>({
  table: 'inbound_webhooks',
  columns: [
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
  ],
  json: ['field_mapping', 'filters'],
  large: ['description', 'field_mapping', 'filters', 'dedup_key'],
  keepsDeleted: true,
});
