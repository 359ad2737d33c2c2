// The deliveries as a queue: who takes which, for how long, and whose result counts.
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db.ts';
import type { DeliveryStatus } from './deliveries.sql.ts';

/** A worker that says nothing for this long has lost what it took. */
const LEASE_MS = 15_000;
const leaseFrom = (now: Date): string => new Date(now.getTime() + LEASE_MS).toISOString();

export interface Claim {
  id: string;
  claim_no: number;
  webhook_id: string;
  webhook_version: number;
  event_id: string;
  event: string;
  record_id: string;
  sequence: number;
  attempts: number;
  body: Buffer;
  next_attempt_at: string;
}

export interface ClaimRequest {
  worker: string;
  now: Date;
  /** Deliveries of one webhook that this worker has at once. */
  cap: number;
  /** How many it has already, by webhook. */
  busy: ReadonlyMap<string, number>;
  /** Only these webhooks; all if absent. */
  only?: readonly string[] | undefined;
  most: number;
}

/**
 * Takes what is due, of each webhook as many as there is room for. A first attempt waits until the first attempt of
 * every earlier event of its record has ended; repetitions wait for nobody. A row that another worker takes meanwhile
 * is passed over, and looked at again by its new `due_at`.
 */
export async function claimDeliveries(db: Db, request: ClaimRequest): Promise<Claim[]> {
  const { worker, now, cap, busy, only, most } = request;
  const { rows } = await sql<Claim>`
    with room as (
      select w.id, w.version, ${cap}::int - coalesce(busy.n, 0) as n
      from outbound_webhooks w
        left join unnest(${[...busy.keys()]}::text[], ${[...busy.values()]}::int[]) as busy (id, n) on busy.id = w.id
      where w.active and w.deleted_at is null
        and (${only ?? null}::text[] is null or w.id = any(${only ?? null}::text[]))
    ), picked as materialized (
      select due.id, room.version
      from room cross join lateral (
        select d.id from deliveries d
        where d.webhook_id = room.id and d.finished_at is null and d.due_at <= ${now.toISOString()}::timestamptz
          and (d.attempts > 0 or d.replay > 0 or not exists (
            select from deliveries earlier
            where earlier.webhook_id = d.webhook_id and earlier.record_id = d.record_id
              and earlier.sequence < d.sequence and earlier.finished_at is null
              and earlier.attempts = 0 and earlier.replay = 0))
        order by d.due_at
        limit greatest(room.n, 0)
        for update skip locked) as due
      limit ${most}
    )
    update deliveries d
    set claimed_by = ${worker}, claim_no = d.claim_no + 1, due_at = ${leaseFrom(now)}::timestamptz
    from picked where d.id = picked.id
    returning d.id, d.claim_no, d.webhook_id, picked.version as webhook_version, d.event_id, d.event, d.record_id,
      d.sequence, d.attempts, d.body, d.next_attempt_at`.execute(db);
  return rows;
}

type Held = Pick<Claim, 'id' | 'claim_no'>;

const heldSql = (held: readonly Held[]) =>
  sql`unnest(${held.map((one) => one.id)}::uuid[], ${held.map((one) => one.claim_no)}::int[]) as held (id, claim_no)`;

/** Returns those that are still this worker's. */
export async function renewClaims(db: Db, held: readonly Held[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update deliveries d set due_at = ${leaseFrom(now)}::timestamptz
    from ${heldSql(held)}
    where d.id = held.id and d.claim_no = held.claim_no and d.finished_at is null
    returning d.id`.execute(db);
  return rows.map((row) => row.id);
}

/** For a worker that ends: others need not wait for its lease. */
export const releaseClaims = (db: Db, held: readonly Held[], now: Date) =>
  sql`update deliveries d set due_at = ${now.toISOString()}::timestamptz, claim_no = d.claim_no + 1, claimed_by = null
    from ${heldSql(held)}
    where d.id = held.id and d.claim_no = held.claim_no and d.finished_at is null`.execute(db);

export interface Result {
  id: string;
  claim_no: number;
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
    with result as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r (id uuid, claim_no int, number int,
        status text, next_attempt_at timestamptz, ended_at timestamptz, started_at timestamptz, duration_ms int,
        status_code int, error text, request jsonb, response jsonb)
    ), kept as (
      update deliveries d
      set status = r.status, attempts = r.number, next_attempt_at = r.next_attempt_at, due_at = r.next_attempt_at,
        finished_at = case when r.next_attempt_at is null then r.ended_at end,
        last_status = r.status_code, last_error = r.error, claimed_by = null
      from result r
      where d.id = r.id and d.claim_no = r.claim_no and d.finished_at is null
      returning d.id
    )
    insert into attempts (id, number, started_at, duration_ms, status_code, error, request, response)
    select id, number, started_at, duration_ms, status_code, error, request, response
    from result join kept using (id)
    returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** For the gauge: how long the one that waits longest has been owed. */
export async function oldestDueSeconds(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from ${now.toISOString()}::timestamptz - min(oldest.due_at))::float8 as seconds
    from outbound_webhooks w cross join lateral (
      select due_at from deliveries d
      where d.webhook_id = w.id and d.finished_at is null order by due_at limit 1) as oldest
    where w.active and w.deleted_at is null`.execute(db);
  return Math.max(0, rows[0]?.seconds ?? 0);
}
