// Full-text search: the query that a `q` stands for. How its matches are found is in matches.ts.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../postgres/tables.ts';
import { type ApiError, invalid } from '../../errors.ts';

/** Totals are exact up to this bound, and marked as a lower bound above. */
export const SEARCH_BOUND = 1000;

/** How a list is searched by `q`: a column of type tsvector, in the English configuration. */
export interface SearchSpec {
  vector: string;
  /** Columns whose text is in the vector and that are filters of the list too. */
  filterable?: readonly string[];
}

const wordsOf = (q: string): RawBuilder<unknown> => sql`websearch_to_tsquery('english', ${q})`;

/** Three letters or digits or more at the end. */
const LAST_WORD = /(?:^|\s)([\p{L}\p{N}]{3,})\s*$/u;

/** The last word of a query, unless it is in quotes, negated, too short, or contains other characters. */
export const lastWord = (q: string): string | undefined =>
  q.split('"').length % 2 === 1 ? LAST_WORD.exec(q)?.[1] : undefined;

/** A query and its last word. */
export interface QueryText {
  q: string;
  last?: string | undefined;
}

/**
 * Parses a query: `query` has all words, the last also as a prefix. Without alternatives and exclusions it is the same as
 * `lead` and `tail`, where `tail` is the last word. A stop word is no prefix, and a lone - before the word negates it.
 */
export function parsedQuery({ q, last }: QueryText): RawBuilder<unknown> {
  if (last === undefined)
    return sql`select plain as query, null::tsquery as lead, plain as tail from (select ${wordsOf(q)} as plain) as parsed`;
  return sql`
    select case when is_prefix then (words || ':*')::tsquery else words::tsquery end as query,
      case when is_prefix and words <> word and words !~ '[|!]'
        then left(words, -length(word) - 3)::tsquery end as lead,
      case when is_prefix then (word || ':*')::tsquery else words::tsquery end as tail
    from (
      select words, word, word <> '' and position(' ' in word) = 0 and right(words, length(word)) = word
        and left(right(words, length(word) + 2), 2) in ('& ', '| ', left(word, 2)) as is_prefix
      from (select ${wordsOf(q)}::text as words, ${wordsOf(last)}::text as word) as parsed) as checked`;
}

/** As a subquery, because PostgreSQL would otherwise read all word statistics to plan a statement: 2 to 7 ms. */
export const searchCondition = ({ vector }: SearchSpec, q: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(vector)} @@ (select query from (${parsedQuery({ q, last: lastWord(q) })}) as words)`;

/** Words that the text parser reads the same in every context. */
const PLAIN_WORDS = /^[\p{L}\p{N} ]+$/u;

/** The words implied by an equality filter on a searched column, for the text index. A value of stop words has none. */
export const impliedWords = (value: string): RawBuilder<unknown> | undefined =>
  PLAIN_WORDS.test(value) ? sql`plainto_tsquery('english', ${value})` : undefined;

/** Stop words such as "the" are not indexed; a query of nothing else would find nothing, so it is refused. */
export function blankQuery(): ApiError {
  const message = 'q has no word to search for: very common words and signs are passed over.';
  return invalid([{ in: 'query', pointer: '/q', code: 'blank', message }]);
}

export async function requireWords(db: Db, q: string): Promise<void> {
  const { rows } = await sql<{ nodes: number }>`select numnode(${wordsOf(q)}) as nodes`.execute(db);
  if (rows[0]?.nodes === 0) throw blankQuery();
}
