// The parameter `q` is parsed into a full-text query, whose matches search.ts finds.
import { type RawBuilder, sql } from 'kysely';
import { type ApiError, invalid } from '../errors.ts';
import type { Db } from '../postgres/tables.ts';
import type { UntypedListSpec } from './list-spec.ts';

/** Totals are exact up to this bound, and marked as a lower bound above. */
export const SEARCH_BOUND = 1000;

export function vectorOf({ name, search }: UntypedListSpec): RawBuilder<unknown> {
  if (!search) throw new Error(`${name} cannot be searched`);
  return sql.ref(search);
}

const wordsOf = (q: string): RawBuilder<unknown> => sql`websearch_to_tsquery('english', ${q})`;

/** Matches three letters or digits or more at the end. */
const LAST_WORD = /(?:^|\s)([\p{L}\p{N}]{3,})\s*$/u;

/** Returns the last word of a query, unless it is in quotes, negated, too short, or contains other characters. */
export const lastWord = (q: string): string | undefined =>
  q.split('"').length % 2 === 1 ? LAST_WORD.exec(q)?.[1] : undefined;

export interface QueryText {
  q: string;
  last?: string | undefined;
}

/** Parses a query; the last word also matches as a prefix, unless it is a stop word or a lone - before it negates it. */
export function parsedQuery({ q, last }: QueryText): RawBuilder<unknown> {
  if (last === undefined) return sql`select ${wordsOf(q)} as query`;
  return sql`
    select case when word <> '' and position(' ' in word) = 0 and right(words, length(word)) = word
      and left(right(words, length(word) + 2), 2) in ('& ', '| ', left(word, 2))
      then (words || ':*')::tsquery else words::tsquery end as query
    from (select ${wordsOf(q)}::text as words, ${wordsOf(last)}::text as word) as parsed`;
}

/** The query of a text as it is typed, as an expression. */
export const typedQuery = (q: string): RawBuilder<unknown> =>
  sql`(select query from (${parsedQuery({ q, last: lastWord(q) })}) as words)`;

/** The query is a subquery, because PostgreSQL would otherwise read all word statistics to plan a statement: 2 to 7 ms. */
export const searchCondition = (spec: UntypedListSpec, q: string): RawBuilder<boolean> =>
  sql<boolean>`${vectorOf(spec)} @@ ${typedQuery(q)}`;

/** Stop words such as "the" are not indexed; a query of nothing else would find nothing, so it is refused. */
export function blankQuery(): ApiError {
  const message = 'q has no word to search for: very common words and punctuation are ignored.';
  return invalid([{ in: 'query', pointer: '/q', code: 'blank', message }]);
}

async function hasWords(db: Db, q: string): Promise<boolean> {
  const { rows } = await sql<{ nodes: number }>`select numnode(${wordsOf(q)}) as nodes`.execute(db);
  return rows[0]?.nodes !== 0;
}

export async function requireWords(db: Db, q: string): Promise<void> {
  if (!(await hasWords(db, q))) throw blankQuery();
}
