// Articles are matched by full text, and by likely spellings of misspelt words.
import { type RawBuilder, sql } from 'kysely';
import { fragments, headlineSql, WHOLE_TEXT } from '../../platform/lists/highlights.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { typedQuery } from '../../platform/lists/search-query.ts';
import { isPublished } from '../articles.published.sql.ts';

/** Search applies it to `articles`; it contains the filters of a request. */
export type ArticleCondition = RawBuilder<boolean>;

/** Articles can be sorted by these values besides their score. */
export interface Dates {
  id: string;
  created_at: string;
  updated_at: string;
}

export interface Candidate extends Dates {
  score: number;
}

/** At most this many matches are listed; one more is read to know whether there are more. */
export const MAX_CANDIDATES = 1000;
/** Each rank reads the words of a whole article, so at most this many matches are ranked; which ones is arbitrary. */
const MAX_RANKED = 2000;

/** A few spellings suffice, because a misspelt word is usually most similar to the word that was meant. */
const MAX_SPELLINGS = 4;

const queryOf = (q: string): RawBuilder<unknown> => sql`websearch_to_tsquery('english', ${q})`;

/**
 * Joins the words of the query by OR for ranking: each word then counts by the best place in which it occurs, and many
 * occurrences in a body never outweigh one in the title. For AND the rank grows with the occurrences.
 */
const alternativesOf = (query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`replace((${query})::text, '&', '|')::tsquery`;

/** The four weights apply to the body, to nothing, to summary, category and tags, and to the title. */
const WEIGHTS = sql`'{0.1, 0.2, 0.4, 1}'::float4[]`;

/** Converts a condition on articles into one on passages of published articles. */
export const inPublished = (where: ArticleCondition): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from articles where articles.id = passages.article_id and ${isPublished} and ${where})`;

/** Returns the best match first. */
async function rankMatches(
  db: Db,
  query: RawBuilder<unknown>,
  where: ArticleCondition,
): Promise<Dates[]> {
  const { rows } = await sql<Dates>`
    select id, created_at, updated_at, ts_rank(${WEIGHTS}, search, ${alternativesOf(query)}) as score
    from (
      select id, created_at, updated_at, search from articles
      where search @@ ${query} and ${where} limit ${sql.lit(MAX_RANKED)}) as matched
    order by score desc, id desc limit ${sql.lit(MAX_CANDIDATES + 1)}`.execute(db);
  return rows;
}

export const matchWords = (db: Db, q: string, where: ArticleCondition): Promise<Dates[]> =>
  rankMatches(db, queryOf(q), where);

/** Shorter words are similar to too many others, so they must match exactly. */
const MIN_SIMILAR_LENGTH = 4;
export const canBeSimilar = (word: string): boolean => word.length >= MIN_SIMILAR_LENGTH;

/**
 * Finds the words of titles and summaries that are most similar to a word that fewer than `few` articles have: a more
 * frequent word is not misspelt. `%` is a similarity of 0.3: transposed letters ("pritner", "recieve") leave 0.33, a
 * missing one 0.55 to 0.7; unrelated words such as laptop and desktop have 0.16.
 */
export async function findSpellings(
  db: Db,
  words: readonly string[],
  few: number,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ word: string; spellings: string[] }>`
    select word, array(
      select known.word from article_words as known where known.word % given.word
      order by similarity(known.word, given.word) desc, known.word limit ${sql.lit(MAX_SPELLINGS)}) as spellings
    from unnest(${words}::text[]) as given (word)
    where ${sql.lit(few)} > (select count(*) from (
      select from articles where search @@ plainto_tsquery('english', given.word) and deleted_at is null
      limit ${sql.lit(few)}) as counted)`.execute(db);
  return new Map(rows.map(({ word, spellings }) => [word, spellings]));
}

/** Finds articles that have each of the words, or one of its spellings. */
export function matchSpellings(
  db: Db,
  words: readonly string[],
  spellings: ReadonlyMap<string, readonly string[]>,
  where: ArticleCondition,
): Promise<Dates[]> {
  const wordQuery = (word: string) => sql`plainto_tsquery('english', ${word})`;
  const anyOf = (word: string) =>
    sql`(${sql.join([word, ...(spellings.get(word) ?? [])].map(wordQuery), sql` || `)})`;
  return rankMatches(db, sql`(${sql.join(words.map(anyOf), sql` && `)})`, where);
}

/** Reads only the dates that are not known already. */
export async function findDates(
  db: Db,
  known: readonly Dates[],
  ranked: readonly { id: string }[],
): Promise<Map<string, Dates>> {
  const dates = new Map(known.map((one) => [one.id, one]));
  const missing = ranked.filter(({ id }) => !dates.has(id)).map(({ id }) => id);
  if (missing.length === 0) return dates;
  const { rows } = await sql<Dates>`
    select id, created_at, updated_at from articles where id = any(${missing}::text[])`.execute(db);
  for (const row of rows) dates.set(row.id, row);
  return dates;
}

export const findByIds = async <Row>(
  db: Db,
  columns: readonly string[],
  ids: readonly string[],
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from articles
    where id = any(${ids}::text[])`.execute(db);
  return rows;
};

export interface Headlines {
  id: string;
  title: string;
  summary: string | null;
  body: string;
}

const headlines = sql`${headlineSql('title', WHOLE_TEXT)} as title,
  ${headlineSql('summary', fragments(1))} as summary, ${headlineSql('body', fragments(2))} as body`;

/** Returns fragments around the matches of each field. */
export async function readHeadlines(
  db: Db,
  q: string,
  ids: readonly string[],
): Promise<Headlines[]> {
  const { rows } = await sql<Headlines>`
    select id, ${headlines} from articles, (select ${alternativesOf(queryOf(q))} as query) as asked
    where id = any(${ids}::text[])`.execute(db);
  return rows;
}

/** While somebody types, only so many matches are counted and ranked; which ones is arbitrary. */
export const MAX_TYPED = 300;

export interface TypedArticle {
  id: string;
  title: string;
  state: string;
  /** The number is more than `MAX_TYPED` if there are more. */
  matches: number;
  headlines: Omit<Headlines, 'id'>;
}

/** Returns the best matches, the best one first; the last word also matches as a prefix, as it does in lists. */
export async function findTyped(
  db: Db,
  q: string,
  where: ArticleCondition,
  limit: number,
): Promise<TypedArticle[]> {
  const { rows } = await sql<TypedArticle>`
    with words as materialized (select query, ${alternativesOf(sql`query`)} as any_word
      from (select ${typedQuery(q)} as query) as typed),
    matched as materialized (
      select id, search from articles where search @@ (select query from words) and ${where}
      limit ${sql.lit(MAX_TYPED + 1)}),
    ranked as materialized (
      select id, ts_rank(${WEIGHTS}, search, (select any_word from words)) as score from matched
      order by score desc, id desc limit ${limit})
    select articles.id, articles.title, articles.state, (select count(*) from matched) as matches, (
      select row_to_json(marked) from (
        select ${headlines} from (select any_word as query from words) as asked) as marked) as headlines
    from ranked join articles using (id) order by score desc, articles.id desc`.execute(db);
  return rows;
}
