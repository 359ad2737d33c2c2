// Full-text search that chooses its plan: rare words by the text index, common words by walking the sort index.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../postgres/tables.ts';
import { invalid } from '../errors.ts';

/** Totals are exact up to this bound, and marked as a lower bound above. */
export const SEARCH_BOUND = 10_000;
/** The bound for a common word. */
export const COMMON_SEARCH_BOUND = 1000;
/** Rows among which that many matches of a common word must be found; otherwise the text index counts them. */
const SAMPLED_ROWS = 50_000;
/**
 * Estimated matches above which the text index is slower: it reads every occurrence of a word before
 * the first match. Walking the sort, a page of a word in a fifth of 5 million rows took 4 ms (docs/figures-notes.md).
 */
const COMMON = 100_000;

/** How a list is searched by `q`: a column of type tsvector, in the English configuration. */
export interface SearchSpec {
  vector: string;
  /** Columns whose text is in the vector and that are filters of the list too. */
  filterable?: readonly string[];
}

const wordsOf = (q: string): RawBuilder<unknown> => sql`websearch_to_tsquery('english', ${q})`;

export const searchCondition = ({ vector }: SearchSpec, q: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(vector)} @@ ${wordsOf(q)}`;

/** Words that the text parser reads the same in every context. */
const PLAIN_WORDS = /^[\p{L}\p{N} ]+$/u;

/**
 * The words implied by an equality filter on a searched column, for the text index: a common word within one category
 * took 370 ms at 5 million rows by the category's index and 50 ms by the combined words.
 */
export function impliedWords(
  { vector }: SearchSpec,
  value: string,
): RawBuilder<boolean> | undefined {
  if (!PLAIN_WORDS.test(value)) return undefined;
  const words = sql`plainto_tsquery('english', ${value})`;
  // A value of stop words ("Other") is an empty query, which would match nothing, so it is left out.
  return sql<boolean>`(numnode(${words}) = 0 or ${sql.ref(vector)} @@ ${words})`;
}

interface Plan {
  'Plan Rows': number;
}

/** Estimates the matches from the table statistics, without reading rows. */
async function estimatedMatches(
  db: Db,
  table: string,
  search: SearchSpec,
  q: string,
): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (format json) select from ${sql.table(table)} where ${searchCondition(search, q)}`.execute(
    db,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Stop words such as "the" are not indexed; a query of nothing else would find nothing, so it is refused. */
export async function requireWords(db: Db, q: string): Promise<void> {
  const { rows } = await sql<{ nodes: number }>`select numnode(${wordsOf(q)}) as nodes`.execute(db);
  if (rows[0]?.nodes !== 0) return;
  const message = 'q has no word to search for: very common words and signs are passed over.';
  throw invalid([{ in: 'query', pointer: '/q', code: 'blank', message }]);
}

export async function isCommon(
  db: Db,
  table: string,
  search: SearchSpec,
  q: string,
): Promise<boolean> {
  await requireWords(db, q);
  return (await estimatedMatches(db, table, search, q)) > COMMON;
}

/**
 * Whether at least `COMMON_SEARCH_BOUND` rows match. Statistics are not enough: they are estimates and include deleted
 * rows. Reads a bounded number of the first rows of the table until enough matches are found.
 */
export async function hasCommonMatches(
  db: Db,
  table: string,
  search: SearchSpec,
  q: string,
  visible: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from (
        select ${sql.ref(search.vector)} from ${sql.table(table)} where ${visible} limit ${sql.lit(SAMPLED_ROWS)}
      ) as sampled
      where ${searchCondition(search, q)} limit ${sql.lit(COMMON_SEARCH_BOUND)}) as matched`.execute(
    db,
  );
  return (rows[0]?.n ?? 0) >= COMMON_SEARCH_BOUND;
}

/** Runs a statement so that it walks the sort index regardless of the planner's estimate. */
export const walkingTheSort = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local enable_bitmapscan = off`.execute(tx);
    return work(tx);
  });
