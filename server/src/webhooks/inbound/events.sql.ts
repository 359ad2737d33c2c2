// What came, in PostgreSQL: the log, the deliveries that are known, and the keys of what is open.
import { type Generated, type Insertable, type Selectable, sql } from 'kysely';
import { deferredWrite } from '../../platform/postgres/statements.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { ListSpec } from '../../platform/lists/list.ts';
import type { Warning } from './mapping/mapping.ts';
import { registerExpiringTable } from '../../platform/postgres/partitions.ts';

registerExpiringTable({ table: 'inbound_events' });

interface InboundEventsTable {
  id: Generated<string>;
  webhook_id: string;
  received_at: string;
  status: 'created' | 'deduplicated' | 'resolved' | 'ignored';
  incident_id: string | null;
  occurrences: number | null;
  delivery_id: string | null;
  dedup_key: string | null;
  reason: string | null;
  mapping_warnings: Warning[];
  request_id: string;
  replay_of: string | null;
  headers: Record<string, string>;
  payload: Buffer;
}

interface InboundDeliveriesTable {
  webhook_id: string;
  delivery_id: string;
  event_id: Generated<string>;
  received_at: string;
}

interface InboundKeysTable {
  dedup_key: string;
  incident_id: string | null;
  used_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    inbound_events: InboundEventsTable;
    inbound_deliveries: InboundDeliveriesTable;
    inbound_keys: InboundKeysTable;
  }
}

export type NewEvent = Insertable<InboundEventsTable>;
export type EventRow = Selectable<InboundEventsTable>;

const shown = [
  'id',
  'webhook_id',
  'received_at',
  'status',
  'incident_id',
  'occurrences',
  'delivery_id',
  'dedup_key',
  'reason',
  'mapping_warnings',
  'request_id',
  'replay_of',
] as const;

const written = [...shown, 'headers', 'payload'] as const;

const insertion = deferredWrite((db) =>
  db
    .insertInto('inbound_events')
    .values(Object.fromEntries(written.map((column) => [column, null])) as never),
);

/** Its id is made here, so that nobody waits for it: it goes with the commit. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<string> {
  const { id = uuidv7() } = event;
  const row: Partial<Record<(typeof written)[number], unknown>> = {
    ...event,
    id,
    mapping_warnings: JSON.stringify(event.mapping_warnings),
    headers: JSON.stringify(event.headers),
  };
  await insertion(
    tx,
    written.map((column) => row[column]),
  );
  return id;
}

export const findEvent = (db: Db, webhookId: string, id: string): Promise<EventRow | undefined> =>
  db
    .selectFrom('inbound_events')
    .select([...shown, 'headers', 'payload'])
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();

export const inboundEventList: ListSpec = {
  name: 'inbound_events',
  table: 'inbound_events',
  columns: shown,
  large: ['mapping_warnings', 'dedup_key', 'reason'],
  sorts: { received_at: 'timestamptz' },
  mainSort: 'received_at',
  filters: { status: { column: 'status', test: 'in', type: 'text' } },
  total: 'none',
};

export const eventsOf = (webhookId: string) => sql<boolean>`webhook_id = ${webhookId}`;

interface Delivery {
  webhookId: string;
  deliveryId: string;
  at: Date;
}

const REMEMBERED_MS = 86_400_000;
const forgottenBefore = (at: Date): string => new Date(at.getTime() - REMEMBERED_MS).toISOString();

/**
 * The id of the event that this delivery becomes, or undefined if it came before. Waits for a first one that is still
 * under way: if that fails, this one takes its place.
 */
export async function claimDelivery(tx: Tx, { webhookId, deliveryId, at }: Delivery) {
  const received_at = at.toISOString();
  const claimed = await tx
    .insertInto('inbound_deliveries')
    .values({
      webhook_id: webhookId,
      delivery_id: deliveryId,
      event_id: sql<string>`uuidv7()`,
      received_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['webhook_id', 'delivery_id'])
        .doUpdateSet((eb) => ({ event_id: eb.ref('excluded.event_id'), received_at }))
        .where('inbound_deliveries.received_at', '<', forgottenBefore(at)),
    )
    .returning('event_id')
    .executeTakeFirst();
  return claimed?.event_id;
}

export const giveUpDelivery = (tx: Tx, { webhookId, deliveryId }: Omit<Delivery, 'at'>) =>
  tx
    .deleteFrom('inbound_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('delivery_id', '=', deliveryId)
    .execute();

/** What the first of these deliveries did. */
export const findDelivered = (tx: Tx, { webhookId, deliveryId }: Omit<Delivery, 'at'>) =>
  tx
    .selectFrom('inbound_deliveries as delivery')
    .innerJoin('inbound_events as event', 'event.id', 'delivery.event_id')
    .select(['event.incident_id', 'event.occurrences'])
    .where('delivery.webhook_id', '=', webhookId)
    .where('delivery.delivery_id', '=', deliveryId)
    .executeTakeFirst();

/** The last incident under this key, if any. Until the transaction ends nobody else learns or sets it. */
export async function lockKey(tx: Tx, key: string, at: Date): Promise<string | null> {
  const used_at = at.toISOString();
  const { incident_id } = await tx
    .insertInto('inbound_keys')
    .values({ dedup_key: key, incident_id: null, used_at })
    .onConflict((conflict) => conflict.column('dedup_key').doUpdateSet({ used_at }))
    .returning('incident_id')
    .executeTakeFirstOrThrow();
  return incident_id;
}

const keySetting = deferredWrite((db) =>
  db.updateTable('inbound_keys').set({ incident_id: '' }).where('dedup_key', '=', ''),
);

export const setKey = (tx: Tx, key: string, incidentId: string): Promise<void> =>
  keySetting(tx, [incidentId, key]);

const SWEPT_AT_ONCE = 5000;

/** Deliveries older than a day, and keys that nothing open stands under and nobody used for as long as events are kept. */
export async function purgeExpiredDeliveryIds(
  db: Db,
  now: Date,
  keptDays: number,
): Promise<boolean> {
  const deliveries = await sql`
    delete from inbound_deliveries where ctid = any(array(
      select ctid from inbound_deliveries where received_at < ${forgottenBefore(now)} limit ${SWEPT_AT_ONCE}))`.execute(
    db,
  );
  const unused = new Date(now.getTime() - keptDays * REMEMBERED_MS).toISOString();
  const keys = await sql`
    delete from inbound_keys where dedup_key in (
      select dedup_key from inbound_keys left join incidents on incidents.id = incident_id
      where used_at < ${unused} and (incident_id is null or deleted_at is not null
        or state in ('resolved', 'closed', 'cancelled'))
      limit ${SWEPT_AT_ONCE} for update of inbound_keys skip locked)`.execute(db);
  return [deliveries, keys].some(({ numAffectedRows = 0n }) => numAffectedRows >= SWEPT_AT_ONCE);
}
