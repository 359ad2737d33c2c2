import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely';
import type { StoredEvent } from '../../../events/index.ts';
import type { Db, Tx } from '../../../platform/postgres/tables.ts';
import type { ListSpec } from '../../../platform/lists/list-spec.ts';

export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed';

interface DeliveriesTable {
  id: string;
  webhook_id: string;
  event_id: string;
  event: string;
  record_type: string;
  record_id: string;
  sequence: number;
  replay: number;
  body: Buffer;
  status: Generated<DeliveryStatus>;
  attempts: Generated<number>;
  next_attempt_at: string | null;
  last_status: number | null;
  last_error: string | null;
  created_at: string;
  finished_at: string | null;
}

interface AttemptsTable {
  id: string;
  number: number;
  started_at: string;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  request: object;
  response: object | null;
}

declare module '../../../platform/postgres/tables.ts' {
  interface Tables {
    deliveries: DeliveriesTable;
    attempts: AttemptsTable;
  }
}

const columns = [
  'id',
  'webhook_id',
  'event_id',
  'event',
  'record_type',
  'record_id',
  'sequence',
  'replay',
  'status',
  'attempts',
  'next_attempt_at',
  'last_status',
  'last_error',
  'created_at',
  'finished_at',
] as const;

export type DeliveryRow = Pick<Selectable<DeliveriesTable>, (typeof columns)[number]>;

/** The body is serialised once for all webhooks that the event matches. */
export interface Match {
  event: StoredEvent;
  body: string;
  webhookIds: readonly string[];
}

const COLUMNS = sql.join(columns.map((column) => sql.ref(column)));

/** Returns CTEs that insert deliveries and their queue rows. `made` has the new deliveries; existing ones are left as they are. */
export const insertingDeliveries = (rows: RawBuilder<unknown>, now: Date) => {
  const at = now.toISOString();
  return sql`made as (
      insert into deliveries (id, webhook_id, event_id, event, record_type, record_id, sequence, replay, body,
        next_attempt_at, created_at)
      select delivery_id(event_id, webhook_id, replay), webhook_id, event_id, event, record_type, record_id, sequence,
        replay, body, ${at}::timestamptz, ${at}::timestamptz
      from (${rows}) as wanted
      on conflict (id) do nothing
      returning ${COLUMNS}
    ), queued as (
      insert into delivery_queue (id, webhook_id, record_id, sequence, in_order, due_at)
      select id, webhook_id, record_id, sequence, replay = 0, next_attempt_at from made
    )`;
};

/** Returns one row for each event and webhook. */
export const matchedRows = (matches: readonly Match[]): RawBuilder<unknown> => {
  const events = matches.map(({ event: { data: _, ...event }, body, webhookIds }) => ({
    ...event,
    body,
    webhook_ids: webhookIds,
  }));
  return sql`
    select webhook as webhook_id, e.id as event_id, e.type as event, record_type, record_id, sequence, 0 as replay,
      convert_to(e.body, 'UTF8') as body
    from json_to_recordset(${JSON.stringify(events)}::json) as e (id uuid, type text, record_type text,
        record_id text, sequence int, body text, webhook_ids text[]) cross join unnest(e.webhook_ids) as webhook`;
};

/** Returns the number of new deliveries. */
export async function insertDeliveries(
  tx: Tx,
  matches: readonly Match[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with ${insertingDeliveries(matchedRows(matches), now)} select count(*)::int as n from made`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/** Inserts a copy with the same bytes. Returns undefined if a replay with this number exists. */
export async function insertReplay(
  tx: Tx,
  { id, replay }: { id: string; replay: number },
  now: Date,
): Promise<DeliveryRow | undefined> {
  const row = sql`
    select webhook_id, event_id, event, record_type, record_id, sequence, ${replay}::int as replay, body
    from deliveries where id = ${id}::uuid`;
  const { rows } = await sql<DeliveryRow>`
    with ${insertingDeliveries(row, now)} select * from made`.execute(tx);
  return rows[0];
}

export const findDelivery = (db: Db, id: string) =>
  db
    .selectFrom('deliveries')
    .select([...columns, 'body'])
    .where('id', '=', id)
    .executeTakeFirst();

export const attemptsOf = (db: Db, id: string) =>
  db
    .selectFrom('attempts')
    .select(['number', 'started_at', 'duration_ms', 'status_code', 'error', 'request', 'response'])
    .where('id', '=', id)
    .orderBy('number')
    .execute();

/** Returns true if an attempt of the delivery has ended at this time or later. */
export async function hasAttemptAfter(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    select from attempts
    where id = ${id}::uuid and started_at + make_interval(secs => duration_ms / 1000.0) >= ${at.toISOString()}::timestamptz`.execute(
    tx,
  );
  return rows.length > 0;
}

export const deliveryList: ListSpec<DeliveryRow> = {
  name: 'deliveries',
  table: 'deliveries',
  columns,
  large: ['last_error'],
  sources: { record: ['record_type', 'record_id'], attempt_count: ['attempts'] },
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: {
    status: { column: 'status', test: 'in', type: 'text' },
    webhook_id: { column: 'webhook_id', test: 'in', type: 'text' },
    event: { column: 'event', test: 'in', type: 'text' },
    record: { column: 'record_id', test: 'in', type: 'text' },
    since: { column: 'created_at', test: 'since', type: 'timestamptz' },
  },
  total: 'none',
};

/** Includes deleted webhooks. */
export async function webhookUrls(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; url: string }>`
    select id, url from outbound_webhooks where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, url }) => [id, url]));
}

/** Returns ids, oldest first. */
export async function finishedDeliveries(
  tx: Tx,
  { webhookId, status, since, until, event }: FinishedFilter,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from deliveries
    where webhook_id = ${webhookId} and status = ${status} and created_at >= ${since}::timestamptz
      and created_at < ${until}::timestamptz
      and ${event === undefined ? sql`true` : sql`event = ${event}`}
    order by created_at, id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

interface FinishedFilter {
  webhookId: string;
  status: string;
  since: string;
  until: string;
  event?: string | undefined;
}

export const ofWebhook = (id: string) => sql<boolean>`webhook_id = ${id}`;

/** Results of attempts in progress are discarded, because their queue rows are gone. */
export const failPendingDeliveries = (tx: Tx, webhookId: string, at: string) =>
  sql`
    with gone as (delete from delivery_queue where webhook_id = ${webhookId} returning id)
    update deliveries d
    set status = 'failed', finished_at = ${at}, next_attempt_at = null, last_error = 'The webhook was deleted.'
    from gone where d.id = gone.id`.execute(tx);

export interface Stats {
  deliveries: number;
  pending: number;
  retrying: number;
  delivered: number;
  failed: number;
  oldest_due_at: string | null;
  last_delivered_at: string | null;
}

/** Counts the newest deliveries since a time, up to a limit that bounds the work. */
export async function readStats(
  db: Db,
  webhookId: string,
  since: string,
  limit: number,
): Promise<Stats> {
  const { rows } = await sql<Stats>`
    select count(*) as deliveries,
      count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'retrying') as retrying,
      count(*) filter (where status = 'delivered') as delivered,
      count(*) filter (where status = 'failed') as failed,
      min(next_attempt_at) as oldest_due_at,
      max(finished_at) filter (where status = 'delivered') as last_delivered_at
    from (
      select status, next_attempt_at, finished_at from deliveries
      where webhook_id = ${webhookId} and created_at >= ${since}::timestamptz
      order by created_at desc limit ${limit}) as newest`.execute(db);
  return rows[0] as Stats;
}
