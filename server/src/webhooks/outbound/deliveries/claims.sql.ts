// The deliveries as a queue: who takes which, for how long, and whose result counts.
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db.ts';
import type { DeliveryStatus } from './deliveries.sql.ts';

/** A worker that says nothing for this long has lost what it took. */
export const LEASE_MS = 10_000;
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

/** By the rules of the function of this name in the migrations. */
export async function claimDeliveries(db: Db, request: ClaimRequest): Promise<Claim[]> {
  const { worker, now, cap, busy, only, most } = request;
  const { rows } = await sql<Claim>`
    select * from claim_deliveries(${worker}, ${now.toISOString()}::timestamptz, ${leaseFrom(now)}::timestamptz,
      ${cap}::int, ${[...busy.keys()]}::text[], ${[...busy.values()]}::int[], ${only ?? null}::text[],
      ${most}::int)`.execute(db);
  return rows;
}

type Held = Pick<Claim, 'id' | 'claim_no'>;

const heldSql = (held: readonly Held[]) =>
  sql`unnest(${held.map((one) => one.id)}::uuid[], ${held.map((one) => one.claim_no)}::int[]) as held (id, claim_no)`;

/** Returns those that are still this worker's. */
export async function renewClaims(db: Db, held: readonly Held[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update deliveries d set leased_until = ${leaseFrom(now)}::timestamptz
    from ${heldSql(held)}
    where d.id = held.id and d.claim_no = held.claim_no and d.finished_at is null
    returning d.id`.execute(db);
  return rows.map((row) => row.id);
}

/** For a worker that ends: others need not wait for its lease. */
export const releaseClaims = (db: Db, held: readonly Held[]) =>
  sql`update deliveries d set leased_until = null, claim_no = d.claim_no + 1, claimed_by = null
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
    select save_attempts(${JSON.stringify(results)}::jsonb) as id`.execute(db);
  return rows.map((row) => row.id);
}

/** For the gauge: how long the one that waits longest has been owed. */
export async function oldestDueSeconds(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from ${now.toISOString()}::timestamptz - min(oldest.due_at))::float8 as seconds
    from outbound_webhooks w cross join lateral (
      select due_at from deliveries d
      where d.webhook_id = w.id and d.finished_at is null
        and (d.leased_until is null or d.leased_until <= ${now.toISOString()}::timestamptz)
      order by due_at limit 1) as oldest
    where w.active and w.deleted_at is null`.execute(db);
  return Math.max(0, rows[0]?.seconds ?? 0);
}
