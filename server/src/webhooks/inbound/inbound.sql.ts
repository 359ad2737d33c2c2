import { type Generated, type Selectable, sql } from 'kysely';
import { type Subject, subjectSql } from '../../identity/index.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { recordTable } from '../../records/index.ts';
import type { Filter } from '../filters.ts';
import type { Action } from './inbound.actions.ts';
import type { FieldMapping } from './mapping/mapping.ts';

interface InboundWebhooksTable {
  /** The id is the secret part of the URL. */
  id: string;
  /** Identifies the webhook to callers who may not see the id. */
  handle: Generated<string>;
  name: string;
  description: string | null;
  action: Action;
  field_mapping: FieldMapping;
  filters: Filter[];
  resolve_when: Filter[];
  dedup_key: string | null;
  secret_enabled: boolean;
  secret: Buffer | null;
  previous_secret: Buffer | null;
  previous_secret_until: string | null;
  active: boolean;
  owner_id: string;
  owner: string;
  owner_roles: string[];
  /** While the owner may not act, the webhook continues until this time with `owner_roles`. */
  ends_at: Generated<string | null>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: Generated<string | null>;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    inbound_webhooks: InboundWebhooksTable;
  }
}

export type InboundRow = Selectable<InboundWebhooksTable> & {
  /** The current account of the owner; null if there is none. */
  owner_now: Subject | null;
};

export const inboundWebhooks = recordTable<
  InboundRow,
  'handle' | 'ends_at' | 'version' | 'deleted_at' | 'owner_now'
>({
  table: 'inbound_webhooks',
  columns: [
    'id',
    'handle',
    'name',
    'description',
    'action',
    'field_mapping',
    'filters',
    'resolve_when',
    'dedup_key',
    'secret_enabled',
    'secret',
    'previous_secret',
    'previous_secret_until',
    'active',
    'owner_id',
    'owner',
    'owner_roles',
    'ends_at',
    'version',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  related: { owner_now: () => subjectSql(sql.ref('inbound_webhooks.owner_id')) },
  json: ['field_mapping', 'filters', 'resolve_when'],
  deleted: 'hidden',
  list: {
    hasSecretIds: true,
    large: ['description', 'field_mapping', 'filters', 'resolve_when', 'dedup_key'],
  },
});

const HANDLE_PREFIX = 'whr_';

async function idOf(db: Db, reference: string): Promise<string | undefined> {
  if (!reference.startsWith(HANDLE_PREFIX)) return reference;
  return (await inboundWebhooks.findWhere(db, sql`handle = ${reference}`))?.id;
}

/** Management paths accept a handle or an id. The receiving URL accepts the id only: a handle is not secret. */
export const managedInbound: typeof inboundWebhooks = {
  ...inboundWebhooks,
  find: async (db, reference) => {
    const id = await idOf(db, reference);
    return id === undefined ? undefined : inboundWebhooks.find(db, id);
  },
  lock: async (tx, reference) => {
    const id = await idOf(tx, reference);
    return id === undefined ? undefined : inboundWebhooks.lock(tx, id);
  },
};

export type InboundNames = Pick<InboundRow, 'id' | 'handle'>;

/** Includes deleted webhooks. */
export async function inboundNames(db: Db, references: readonly string[]): Promise<InboundNames[]> {
  const { rows } = await sql<InboundNames>`
    select id, handle from inbound_webhooks
    where id = any(${references}) or handle = any(${references}) order by id`.execute(db);
  return rows;
}
