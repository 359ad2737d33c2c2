// Writes are safe to retry: the response is stored in the transaction of its effect, and sent again when the request is
// repeated with the same key within a day.
import { createHmac, type KeyObject } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db, Tx } from '../../postgres/tables.ts';
import { invalid, ApiError } from '../../errors.ts';
import type { KeyRing } from '../../crypto/key-ring.ts';
import { open, rowIdOf, seal, type SealedColumn } from '../../crypto/sealing.ts';
import type { Reply } from '../request/context.ts';
import { sha256 } from '../input/body-hash.ts';
import type { Route } from './route.ts';
import { pathOf } from '../request/request-url.ts';
import { runNamed } from '../../postgres/statements.ts';

export const sealedBodies: SealedColumn = { table: 'idempotency_keys', column: 'sealed_body' };

export const RETENTION_HOURS = 24;
const METHODS = new Set(['POST', 'PATCH']);

declare module '../../postgres/tables.ts' {
  interface Tables {
    idempotency_keys: {
      id: string;
      request_hash: Buffer;
      status: number;
      headers: Record<string, string>;
      body: Buffer | null;
      sealed_body: Buffer | null;
      created_at: string;
    };
  }
}

/** A route accepts keys unless it recognises repeats by other means. */
export const takesKey = ({ method, receive, ignoresIdempotencyKey }: Route): boolean =>
  METHODS.has(method) && receive === undefined && !ignoresIdempotencyKey;

type Keys = Pick<KeyRing, 'all' | 'current'>;

export interface Attempt {
  id: string;
  /** The digest covers the body and the query. */
  digest: Buffer;
  carriesSecret: boolean;
}

/** A body may contain a password, which a reader of the database could guess quickly against a plain hash. */
const hmacOf = (key: KeyObject, digest: Buffer): Buffer =>
  createHmac('sha256', key).update(digest).digest();

/** Returns undefined for a request without a key. */
export function attemptOf(row: Route, request: FastifyRequest): Attempt | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !takesKey(row)) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters.';
    throw invalid([{ in: 'header', pointer: '/Idempotency-Key', code: 'invalid_format', message }]);
  }
  // The routed URL is the same for both prefixes of the API.
  const [query = ''] = request.url.split('?').slice(1);
  return {
    id: sha256(request.actor.id, request.method, pathOf(request.url), key).toString('hex'),
    digest: sha256(request.bodyHash ?? '', query),
    carriesSecret: row.returnsSecret === true,
  };
}

const requestHash = ({ current }: Keys, { digest }: Attempt): Buffer =>
  hmacOf(current.idempotency, digest);

/** Compares also under the key that was current when the first request came. */
const isSameRequest = ({ all }: Keys, { digest }: Attempt, stored: Buffer): boolean =>
  all.some(({ idempotency }) => hmacOf(idempotency, digest).equals(stored));

const rowId = ({ id }: Attempt): string => rowIdOf('idempotency_keys', id);

const inProgress = (): ApiError =>
  new ApiError(
    'request_in_progress',
    'The first request with this Idempotency-Key is still running.',
    {},
    { 'retry-after': '1' },
  );

/** Returns the stored response. If there is none, this request has the key locked until its transaction ends. */
export async function findOrLock(
  tx: Tx,
  attempt: Attempt,
  keys: Keys,
  now: Date,
): Promise<StoredResponse | undefined> {
  const lock = Buffer.from(attempt.id, 'hex').readBigInt64BE();
  const { rows: locks } = await runNamed(
    tx,
    'lock idempotency key',
    sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lock}::bigint) as taken`,
  );
  if (!locks[0]?.taken) throw inProgress();
  // The read is a separate statement, because it must see what the previous attempt committed before it released the lock.
  return findStored(tx, attempt, keys, now);
}

type StoredResponse = { response: Reply; body: string };

async function findStored(
  db: Db,
  attempt: Attempt,
  keys: Keys,
  now: Date,
): Promise<StoredResponse | undefined> {
  const reading = db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'headers', 'body', 'sealed_body'])
    .where('id', '=', attempt.id)
    .where('created_at', '>', oldest(now));
  const [stored] = (await runNamed(db, 'find idempotency key', reading)).rows;
  if (!stored) return undefined;
  if (!isSameRequest(keys, attempt, stored.request_hash)) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for each request.',
    );
  }
  const { status, headers, body, sealed_body: sealed } = stored;
  if (status === PROCESSING) throw inProgress();
  return {
    response: { status, headers: { ...headers, 'idempotent-replayed': 'true' }, body: undefined },
    body: String(sealed ? open(keys, rowId(attempt), sealed) : body),
  };
}

/** A key that is claimed by a running request has this status, which no response has. */
const PROCESSING = 102;
/** No such request may take as long. The claim of a crashed process expires then. */
const CLAIM_SECONDS = 60;

/**
 * Claims the key, or returns the stored response. A request whose effect is outside the database uses this, since no
 * transaction is open while it runs.
 */
export async function claim(
  db: Db,
  attempt: Attempt,
  keys: Keys,
  now: Date,
): Promise<StoredResponse | undefined> {
  const claimEnded = new Date(now.getTime() - CLAIM_SECONDS * 1000).toISOString();
  const { rows } = await sql`
    insert into idempotency_keys as stored (id, request_hash, status, headers, body, created_at)
    values (${attempt.id}, ${requestHash(keys, attempt)}, ${PROCESSING}, '{}', '', ${now.toISOString()})
    on conflict (id) do update
    set request_hash = excluded.request_hash, status = excluded.status, headers = excluded.headers,
      body = excluded.body, sealed_body = null, created_at = excluded.created_at
    where stored.created_at <= ${oldest(now)}
      or (stored.status = ${PROCESSING} and stored.created_at <= ${claimEnded})
    returning id`.execute(db);
  if (rows.length > 0) return undefined;
  const stored = await findStored(db, attempt, keys, now);
  // The first request has just failed and released its claim.
  if (!stored) throw inProgress();
  return stored;
}

/** Releases the claim after a failure, so that a repeat may run. */
export const releaseClaim = (db: Db, { id }: Attempt) =>
  db.deleteFrom('idempotency_keys').where('id', '=', id).where('status', '=', PROCESSING).execute();

/** Overwrites a response that has expired but is not purged yet. */
export async function storeResponse(
  tx: Tx,
  attempt: Attempt,
  { status, headers = {} }: Reply,
  body: string,
  keys: Keys,
  now: Date,
): Promise<void> {
  const bytes = Buffer.from(body);
  const row = {
    request_hash: requestHash(keys, attempt),
    status,
    headers,
    body: attempt.carriesSecret ? null : bytes,
    sealed_body: attempt.carriesSecret ? seal(keys, rowId(attempt), bytes) : null,
    created_at: now.toISOString(),
  };
  const storing = tx
    .insertInto('idempotency_keys')
    .values({ id: attempt.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row));
  await runNamed(tx, 'store idempotency key', storing);
}

const oldest = (now: Date): string =>
  new Date(now.getTime() - RETENTION_HOURS * 3_600_000).toISOString();

const BATCH = 5000;

/** Returns whether there is more to purge. */
export async function purgeExpiredKeys(db: Db, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from idempotency_keys where id in (
      select id from idempotency_keys where created_at <= ${oldest(now)}::timestamptz
      order by created_at limit ${BATCH} for update skip locked)`.execute(db);
  return Number(numAffectedRows) === BATCH;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body is hashed if it was sent with an Idempotency-Key. */
    bodyHash: Buffer | undefined;
  }
}
