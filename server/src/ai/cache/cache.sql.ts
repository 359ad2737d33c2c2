// A cached response is returned only while every record that it cites or names is unchanged.
import { type Generated, sql } from 'kysely';
import type { Db } from '../../platform/postgres/tables.ts';

/** A response cites or names the record at this version; 0 means that the text read is older than the record. */
export interface Source {
  type: 'article' | 'incident' | 'change' | 'ci';
  id: string;
  version: number;
}

interface AiCacheTable {
  id: Generated<string>;
  scope: string;
  question: string;
  signature: string | null;
  embedding: string | null;
  response: string;
  sources: string;
  created_at: string;
  expires_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    ai_cache: AiCacheTable;
  }
}

export type CachedResponse = Record<string, unknown>;

/**
 * The contract requires this cosine for a hit. The compared vector is defined as the embedding followed by a direction
 * drawn from the signature, nearly orthogonal for another signature, whose share of the cosine is a fifth.
 */
const MIN_COSINE = 0.95;
const SIGNATURE_SHARE = 0.2;
/** For questions with equal signatures, the contract's bound is equivalent to this one on the embeddings alone. */
const MIN_SIMILARITY = (MIN_COSINE - SIGNATURE_SHARE) / (1 - SIGNATURE_SHARE);
/** More than one candidate is compared, because one whose sources have changed must not hide another. */
const MAX_CANDIDATES = 3;
/**
 * A response that is not grounded is valid until an article is published. An article published shortly before the question
 * may not have been committed or indexed when it was asked, so it ends the response as well.
 */
const UNGROUNDED_MARGIN = sql`interval '60 seconds'`;

const isCurrent = sql<boolean>`not exists (
    select from jsonb_to_recordset(sources) as source (type text, id text, version integer)
    where source.version is distinct from case source.type
      when 'article' then (
        select version from articles where id = source.id and state = 'published' and deleted_at is null)
      when 'incident' then (select version from incidents where id = source.id and deleted_at is null)
      when 'change' then (select version from changes where id = source.id)
      when 'ci' then (select version from cis where id = source.id) end)
  and (response -> 'grounded' is distinct from 'false' or not exists (
    select from articles
    where articles.updated_at > ai_cache.created_at - ${UNGROUNDED_MARGIN} and articles.state = 'published'))`;

export async function findEqual(
  db: Db,
  { scope, question, at }: { scope: string; question: string; at: string },
): Promise<CachedResponse | undefined> {
  const { rows } = await sql<{ response: CachedResponse }>`
    select response from ai_cache
    where scope = ${scope} and question = ${question} and expires_at > ${at}::timestamptz and ${isCurrent}`.execute(
    db,
  );
  return rows[0]?.response;
}

export interface SimilarQuestion {
  scope: string;
  signature: string;
  embedding: Float32Array;
  at: string;
}

const vectorOf = (embedding: Float32Array): string => `[${embedding.join(',')}]`;

/** Considers only equal signatures: with another one, the cosine is about 0.8 at most. */
export async function findSimilar(
  db: Db,
  { scope, signature, embedding, at }: SimilarQuestion,
): Promise<CachedResponse | undefined> {
  const vector = sql`${vectorOf(embedding)}::vector`;
  const { rows } = await sql<{ response: CachedResponse }>`
    with nearest as materialized (
      select *, embedding <=> ${vector} as distance from ai_cache
      where scope = ${scope} and signature = ${signature} and embedding is not null and expires_at > ${at}::timestamptz
      order by distance limit ${sql.lit(MAX_CANDIDATES)})
    select response from nearest as ai_cache
    where 1 - distance >= ${sql.lit(MIN_SIMILARITY)} and ${isCurrent}
    order by distance limit 1`.execute(db);
  return rows[0]?.response;
}

export interface NewEntry {
  scope: string;
  question: string;
  signature: string | null;
  embedding: Float32Array | null;
  response: object;
  sources: readonly Source[];
  createdAt: string;
  expiresAt: string;
}

export async function saveEntry(db: Db, entry: NewEntry): Promise<void> {
  const { scope, question, signature, embedding, response, sources } = entry;
  await sql`
    insert into ai_cache (scope, question, signature, embedding, response, sources, created_at, expires_at)
    values (${scope}, ${question}, ${signature}, ${embedding && vectorOf(embedding)}::vector,
      ${JSON.stringify(response)}::jsonb, ${JSON.stringify(sources)}::jsonb,
      ${entry.createdAt}::timestamptz, ${entry.expiresAt}::timestamptz)
    on conflict (scope, question) do update set signature = excluded.signature, embedding = excluded.embedding,
      response = excluded.response, sources = excluded.sources, created_at = excluded.created_at,
      expires_at = excluded.expires_at`.execute(db);
}

const PURGE_BATCH_SIZE = 1000;

/** Returns true if there may be more. */
export async function purgeExpiredResponses(db: Db, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from ai_cache where id in (
      select id from ai_cache where expires_at < ${now.toISOString()}::timestamptz
      limit ${sql.lit(PURGE_BATCH_SIZE)})`.execute(db);
  return Number(numAffectedRows ?? 0) === PURGE_BATCH_SIZE;
}
