// Counts deliveries of webhooks, for their health and by the hour; limits bound the work.
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/tables.ts';

/** Only the newest deliveries of a webhook count, which bounds the work for a page of webhooks. */
const MAX_COUNTED = 500;

export interface DeliveryCounts {
  webhook_id: string;
  delivered: number;
  failed: number;
  last_failure_at: string | null;
  /** Deliveries that were not attempted yet do not count as the newest. */
  newest: string | null;
}

/** Counts deliveries of these webhooks that were created since a time. */
export async function countRecent(
  db: Db | Tx,
  webhookIds: readonly string[],
  since: string,
): Promise<DeliveryCounts[]> {
  const { rows } = await sql<DeliveryCounts>`
    select webhook as webhook_id, counted.*
    from unnest(${webhookIds}::text[]) as webhook cross join lateral (
      select count(*) filter (where status = 'delivered') as delivered,
        count(*) filter (where status = 'failed') as failed,
        max(finished_at) filter (where status = 'failed') as last_failure_at,
        (array_agg(status order by created_at desc, id desc) filter (where status <> 'pending'))[1] as newest
      from (
        select id, status, created_at, finished_at from deliveries
        where webhook_id = webhook and created_at >= ${since}::timestamptz
        order by created_at desc limit ${sql.lit(MAX_COUNTED)}) as recent
    ) as counted`.execute(db);
  return rows;
}

interface HourRow {
  at: string;
  delivered: number;
  failed: number;
  p50_ms: number | null;
  p95_ms: number | null;
}

interface Hours {
  rows: HourRow[];
  /** The start is later than requested if there are more deliveries than are counted. */
  from: string;
}

const MAX_IN_SERIES = 20_000;

/** Counts deliveries by the hour in which they finished, with the durations of their attempts. Every hour has a row. */
export async function countByHour(
  db: Db,
  webhookId: string,
  from: string,
  until: string,
): Promise<Hours> {
  const { rows } = await sql<HourRow>`
    with newest as materialized (
      select id, status, created_at, finished_at from deliveries
      where webhook_id = ${webhookId} and created_at >= ${from}::timestamptz
      order by created_at desc limit ${sql.lit(MAX_IN_SERIES)}
    ), bounds as (
      select case when count(*) = ${sql.lit(MAX_IN_SERIES)}
        then date_trunc('hour', min(created_at), 'UTC') + interval '1 hour'
        else date_trunc('hour', ${from}::timestamptz, 'UTC') end as first from newest
    ), finished as (
      select date_trunc('hour', finished_at, 'UTC') as at, id, status from newest
      where finished_at is not null
    ), counts as (
      select at, count(*) filter (where status = 'delivered') as delivered,
        count(*) filter (where status = 'failed') as failed
      from finished group by at
    ), durations as (
      select at, percentile_disc(0.5) within group (order by duration_ms) as p50_ms,
        percentile_disc(0.95) within group (order by duration_ms) as p95_ms
      from finished join attempts using (id) group by at
    )
    select hour as at, coalesce(delivered, 0) as delivered, coalesce(failed, 0) as failed, p50_ms, p95_ms
    from bounds cross join lateral
      generate_series(first, ${until}::timestamptz, interval '1 hour') as hour
    left join counts on counts.at = hour left join durations on durations.at = hour
    order by hour`.execute(db);
  return { rows, from: rows[0]?.at ?? from };
}
