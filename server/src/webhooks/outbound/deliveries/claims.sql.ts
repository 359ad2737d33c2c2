// A delivery is attempted by one worker at a time, under a lease that it must renew.
import { randomUUID } from 'node:crypto';
import { type Generated, type RawBuilder, sql } from 'kysely';
import type { ChainLink } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/tables.ts';
import type { DeliveryStatus } from './deliveries.sql.ts';
import { runNamed } from '../../../platform/postgres/statements.ts';

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

/** A worker that does not renew its lease for this long loses its claims. The database's clock counts, because clocks of workers differ. */
export const LEASE_MS = 8000;
const LEASE = sql`make_interval(secs => ${LEASE_MS / 1000}::int)`;

export interface Claim {
  id: string;
  /** The value is random for each claim. A counter could repeat: the database may lose a claim when it crashes. */
  claim: string;
  webhook_id: string;
  webhook_version: number;
  event_id: string;
  event: string;
  record_id: string;
  sequence: number;
  attempts: number;
  body: Buffer;
  /** The trace begins with the request that caused the event. */
  traceparent: string | null;
  chain: readonly ChainLink[] | null;
}

export interface ClaimRequest {
  /** Deliveries due by this time are claimed. Leases go by the database's clock. */
  now: Date;
  /** One webhook has at most this many concurrent deliveries in this worker. */
  cap: number;
  /** Counts the deliveries in progress in this worker, by webhook. */
  busy: ReadonlyMap<string, number>;
  /** No delivery is claimed while this process may not send, so the same statement decides both. */
  isAllowed: RawBuilder<boolean>;
  /** Deliveries of all webhooks are claimed if this is absent. */
  only?: readonly string[] | undefined;
  limit: number;
}

/** The rules are in the functions `lease_due_deliveries` and `lock_due_deliveries` in the migrations. */
export async function claimDeliveries(db: Db, request: ClaimRequest): Promise<Claim[]> {
  const { now, cap, busy, isAllowed, only, limit } = request;
  const claim = randomUUID();
  const { rows } = await runNamed(
    db,
    'lease due deliveries',
    sql<Omit<Claim, 'claim'>>`
    select leased.*, event.traceparent, event.chain
    from lease_due_deliveries(${claim}::uuid, ${now.toISOString()}::timestamptz, ${LEASE}, ${cap}::int, ${[...busy.keys()]}::text[], ${[...busy.values()]}::int[], case when ${isAllowed} then ${only ?? null}::text[] else '{}' end,
      ${limit}::int) as leased
    left join lateral (select traceparent, chain from events where id = leased.event_id limit 1) as event on true`,
  );
  return rows.map((row) => ({ ...row, claim }));
}

type ClaimKey = Pick<Claim, 'id' | 'claim'>;

const claimsSql = (claims: readonly ClaimKey[]) =>
  sql`unnest(${claims.map((one) => one.id)}::uuid[], ${claims.map((one) => one.claim)}::uuid[]) as held (id, claim)`;

/** Returns the ids that this worker still has. */
export async function renewClaims(db: Db, claims: readonly ClaimKey[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update delivery_queue q set leased_until = clock_timestamp() + ${LEASE}
    from ${claimsSql(claims)} where q.id = held.id and q.claim = held.claim
    returning q.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Waits until the result of an attempt is saved; the statements after this one see it. */
export async function lockQueued(tx: Tx, id: string): Promise<void> {
  await sql`select from delivery_queue where id = ${id}::uuid for update`.execute(tx);
}

/**
 * Makes the next attempt due now. Returns false, and changes nothing, if it is due already or under a lease. The queue is
 * updated before the delivery, as by `save_attempts`, so that the two never wait for each other.
 */
export async function bringForward(tx: Tx, id: string, now: Date): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await sql`
    with brought as (
      update delivery_queue set due_at = ${at}
      where id = ${id}::uuid and due_at > ${at} and (leased_until is null or leased_until <= clock_timestamp())
      returning id)
    update deliveries d set next_attempt_at = ${at} from brought where d.id = brought.id
    returning d.id`.execute(tx);
  return rows.length > 0;
}

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

/** Saves each result only if its claim is still current. Returns the ids of those saved. */
export async function saveResults(db: Db | Tx, results: readonly Result[]): Promise<string[]> {
  const { rows } = await runNamed(
    db,
    'save attempts',
    sql<{ id: string }>`
    select save_attempts(${JSON.stringify(results)}::json) as id`,
  );
  return rows.map((row) => row.id);
}

/**
 * Selects the milliseconds until the next delivery falls due; zero or less if one is due or in progress, no value
 * while none may be sent. Deliveries in progress count, because the worker that has them may be dead.
 */
export const nextDueMs = (now: Date, isAllowed: RawBuilder<boolean>): RawBuilder<unknown> =>
  sql`select extract(epoch from min(next.due_at) - ${now.toISOString()}::timestamptz) * 1000
    from outbound_webhooks w cross join lateral (
      select due_at from delivery_queue q where q.webhook_id = w.id order by due_at limit 1) as next
    where w.active and w.deleted_at is null and ${isAllowed}`;

/** Counts the deliveries that wait for an attempt, at whatever time it is due. */
export async function countWaitingDeliveries(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from delivery_queue q join outbound_webhooks w on w.id = q.webhook_id
    where w.active and w.deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Selects the age of the oldest due delivery; deliveries under a lease do not count. */
export const oldestDueSeconds = (now: Date): RawBuilder<unknown> =>
  sql`select extract(epoch from ${now.toISOString()}::timestamptz - min(oldest.due_at))::float8
    from outbound_webhooks w cross join lateral (
      select due_at from delivery_queue q
      where q.webhook_id = w.id and (q.leased_until is null or q.leased_until <= clock_timestamp())
      order by due_at limit 1) as oldest
    where w.active and w.deleted_at is null`;

/**
 * Removes queue rows of deliveries that were dropped with their monthly partition while unfinished, because their webhook
 * was inactive. Only months that may have been dropped are checked.
 */
export const purgeDroppedDeliveries = (db: Db, now: Date, retentionDays: number) =>
  sql`delete from delivery_queue q
    where q.id < month_floor(date_trunc('month',
        ${now.toISOString()}::timestamp - make_interval(days => ${retentionDays}::int))::date)
      and not exists (select from deliveries d where d.id = q.id)`.execute(db);
