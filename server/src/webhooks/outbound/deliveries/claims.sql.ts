// The queue of deliveries: who takes which, for how long, and whose result counts.
import { randomUUID } from 'node:crypto';
import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/tables.ts';
import type { DeliveryStatus } from './deliveries.sql.ts';

interface DeliveryQueueTable {
  id: string;
  webhook_id: string;
  record_id: string;
  sequence: number;
  in_order: boolean;
  due_at: string;
  leased_until: Generated<string | null>;
  claim: Generated<string | null>;
}

declare module '../../../platform/postgres/tables.ts' {
  interface Tables {
    delivery_queue: DeliveryQueueTable;
  }
}

/** A worker that says nothing for this long has lost what it took. On the database's clock: those of workers differ. */
export const LEASE_MS = 10_000;
const LEASE = sql`make_interval(secs => ${LEASE_MS / 1000}::int)`;

export interface Claim {
  id: string;
  /** Drawn anew for each claim. A count could repeat itself: the database may lose a claim when it crashes. */
  claim: string;
  webhook_id: string;
  webhook_version: number;
  event_id: string;
  event: string;
  record_id: string;
  sequence: number;
  attempts: number;
  body: Buffer;
}

export interface ClaimRequest {
  /** What is due by then. When a lease ends is for the database's clock to say. */
  now: Date;
  /** Deliveries of one webhook that this worker has at once. */
  cap: number;
  /** How many it has already, by webhook. */
  busy: ReadonlyMap<string, number>;
  /** Only these webhooks; all if absent. */
  only?: readonly string[] | undefined;
  most: number;
}

/** By the rules of the function `lease_deliveries` in the migrations. */
export async function claimDeliveries(db: Db, request: ClaimRequest): Promise<Claim[]> {
  const { now, cap, busy, only, most } = request;
  const claim = randomUUID();
  const { rows } = await sql<Omit<Claim, 'claim'>>`
    select * from lease_deliveries(${claim}::uuid, ${now.toISOString()}::timestamptz, ${LEASE}, ${cap}::int, ${[...busy.keys()]}::text[], ${[...busy.values()]}::int[], ${only ?? null}::text[],
      ${most}::int)`.execute(db);
  return rows.map((row) => ({ ...row, claim }));
}

type Held = Pick<Claim, 'id' | 'claim'>;

const heldSql = (held: readonly Held[]) =>
  sql`unnest(${held.map((one) => one.id)}::uuid[], ${held.map((one) => one.claim)}::uuid[]) as held (id, claim)`;

/** Returns those that are still this worker's. */
export async function renewClaims(db: Db, held: readonly Held[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update delivery_queue q set leased_until = clock_timestamp() + ${LEASE}
    from ${heldSql(held)} where q.id = held.id and q.claim = held.claim
    returning q.id`.execute(db);
  return rows.map((row) => row.id);
}

/** For a worker that ends: others need not wait for its lease. */
export const releaseClaims = (db: Db, held: readonly Held[]) =>
  sql`update delivery_queue q set leased_until = null, claim = null
    from ${heldSql(held)} where q.id = held.id and q.claim = held.claim`.execute(db);

export interface Result {
  id: string;
  claim: string;
  number: number;
  status: Exclude<DeliveryStatus, 'pending'>;
  next_attempt_at: string | null;
  ended_at: string;
  started_at: string;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  request: object;
  response: object | null;
}

/** Writes what attempts came to, each only if its claim still holds. Returns the ids of those that did. */
export async function saveResults(db: Db | Tx, results: readonly Result[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select save_attempts(${JSON.stringify(results)}::json) as id`.execute(db);
  return rows.map((row) => row.id);
}

/** For the gauge: how long the one that waits longest has been owed. */
export async function oldestDueSeconds(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from ${now.toISOString()}::timestamptz - min(oldest.due_at))::float8 as seconds
    from outbound_webhooks w cross join lateral (
      select due_at from delivery_queue q
      where q.webhook_id = w.id and (q.leased_until is null or q.leased_until <= clock_timestamp())
      order by due_at limit 1) as oldest
    where w.active and w.deleted_at is null`.execute(db);
  return Math.max(0, rows[0]?.seconds ?? 0);
}

/**
 * A month of deliveries is dropped whole; some of them had not ended, if their webhook was inactive all the time. Only
 * months that may have been dropped are looked at.
 */
export const purgeDroppedDeliveries = (db: Db, now: Date, retentionDays: number) =>
  sql`delete from delivery_queue q
    where q.id < month_floor(date_trunc('month',
        ${now.toISOString()}::timestamp - make_interval(days => ${retentionDays}::int))::date)
      and not exists (select from deliveries d where d.id = q.id)`.execute(db);
