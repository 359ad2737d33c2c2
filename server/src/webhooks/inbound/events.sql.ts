// A delivery id is processed once within a day, and events with one dedup key have one open incident.
import { type Generated, type Insertable, type Selectable, sql } from 'kysely';
import { deferredWrite, runNamed } from '../../platform/postgres/statements.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import type { Warning } from './mapping/adapt-text.ts';

interface InboundEventsTable {
  id: Generated<string>;
  webhook_id: string;
  received_at: string;
  status: 'created' | 'updated' | 'deduplicated' | 'resolved' | 'ignored';
  incident_id: string | null;
  ci_id: string | null;
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

const listColumns = [
  'id',
  'webhook_id',
  'received_at',
  'status',
  'incident_id',
  'ci_id',
  'occurrences',
  'delivery_id',
  'dedup_key',
  'reason',
  'mapping_warnings',
  'request_id',
  'replay_of',
] as const;

const allColumns = [...listColumns, 'headers', 'payload'] as const;

const insertStatement = deferredWrite('insert inbound event', (db) =>
  db
    .insertInto('inbound_events')
    .values(Object.fromEntries(allColumns.map((column) => [column, null])) as never),
);

/** The id is generated here, so that the insert needs no round trip: it is sent with the commit. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<string> {
  const { id = uuidv7() } = event;
  const row: Partial<Record<(typeof allColumns)[number], unknown>> = {
    ...event,
    id,
    mapping_warnings: JSON.stringify(event.mapping_warnings),
    headers: JSON.stringify(event.headers),
  };
  await insertStatement(
    tx,
    allColumns.map((column) => row[column]),
  );
  return id;
}

export const findEvent = (db: Db, webhookId: string, id: string): Promise<EventRow | undefined> =>
  db
    .selectFrom('inbound_events')
    .select(allColumns)
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();

export const inboundEventList: ListSpec<Pick<EventRow, (typeof listColumns)[number]>> = {
  name: 'inbound_events',
  table: 'inbound_events',
  columns: listColumns,
  large: ['mapping_warnings', 'dedup_key', 'reason'],
  sources: { webhook_id: [], webhook_handle: [] },
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

const DAY_MS = 86_400_000;
/** Delivery ids are remembered for a day. */
const expiryCutoff = (at: Date): string => new Date(at.getTime() - DAY_MS).toISOString();

/**
 * Returns the id for the event of this delivery, or undefined if the delivery id is known. Waits for a concurrent
 * transaction with the same delivery id; if that one rolls back, this one claims it.
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
        .where('inbound_deliveries.received_at', '<', expiryCutoff(at)),
    )
    .returning('event_id')
    .executeTakeFirst();
  return claimed?.event_id;
}

export const releaseDelivery = (tx: Tx, { webhookId, deliveryId }: Omit<Delivery, 'at'>) =>
  tx
    .deleteFrom('inbound_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('delivery_id', '=', deliveryId)
    .execute();

export const findFirstOutcome = (tx: Tx, { webhookId, deliveryId }: Omit<Delivery, 'at'>) =>
  tx
    .selectFrom('inbound_deliveries as delivery')
    .innerJoin('inbound_events as event', 'event.id', 'delivery.event_id')
    .select(['event.incident_id', 'event.ci_id', 'event.occurrences'])
    .where('delivery.webhook_id', '=', webhookId)
    .where('delivery.delivery_id', '=', deliveryId)
    .executeTakeFirst();

/** Returns the last incident with this key, if any. The key is locked until the transaction ends. */
export async function lockKey(tx: Tx, key: string, at: Date): Promise<string | null> {
  const used_at = at.toISOString();
  const using = tx
    .insertInto('inbound_keys')
    .values({ dedup_key: key, incident_id: null, used_at })
    .onConflict((conflict) => conflict.column('dedup_key').doUpdateSet({ used_at }))
    .returning('incident_id');
  const [used] = (await runNamed(tx, 'use inbound key', using)).rows;
  return used?.incident_id ?? null;
}

const updateKeyStatement = deferredWrite('set incident of inbound key', (db) =>
  db.updateTable('inbound_keys').set({ incident_id: '' }).where('dedup_key', '=', ''),
);

export const setKey = (tx: Tx, key: string, incidentId: string): Promise<void> =>
  updateKeyStatement(tx, [incidentId, key]);

const MAX_PURGED = 5000;

/**
 * Deletes delivery ids older than a day, and keys that have no open incident and were not used within the retention of
 * events. Returns whether more may be left.
 */
export async function purgeExpiredDeliveryIds(
  db: Db,
  now: Date,
  retentionDays: number,
): Promise<boolean> {
  const deliveries = await sql`
    delete from inbound_deliveries where ctid = any(array(
      select ctid from inbound_deliveries where received_at < ${expiryCutoff(now)} limit ${MAX_PURGED}))`.execute(
    db,
  );
  const unused = new Date(now.getTime() - retentionDays * DAY_MS).toISOString();
  const keys = await sql`
    delete from inbound_keys where dedup_key in (
      select dedup_key from inbound_keys left join incidents on incidents.id = incident_id
      where used_at < ${unused} and (incident_id is null or deleted_at is not null
        or state in ('resolved', 'closed', 'cancelled'))
      limit ${MAX_PURGED} for update of inbound_keys skip locked)`.execute(db);
  return [deliveries, keys].some(({ numAffectedRows = 0n }) => numAffectedRows >= MAX_PURGED);
}
