// Passages are replaced together with their article, and found by vector and by words.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { Passage } from './passages.ts';

interface PassagesTable {
  article_id: string;
  model: string;
  position: number;
  article_version: number;
  heading_path: string[];
  text: string;
  embedding: string | null;
  search: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    passages: PassagesTable;
  }
}

export type EmbeddedPassage = Omit<Passage, 'embeddingText'> & { embedding: Float32Array | null };

export interface ArticlePassages {
  articleId: string;
  articleVersion: number;
  title: string;
  model: string;
  passages: readonly EmbeddedPassage[];
}

const vectorText = (vector: Float32Array): string => `[${vector.join(',')}]`;

/** The statement has the same text for any number of rows, so that it is prepared once. */
export async function insertPassages(tx: Tx, articles: readonly ArticlePassages[]): Promise<void> {
  const rows = articles.flatMap(({ articleId, articleVersion, title, model, passages }) =>
    passages.map(({ position, headingPath, text, embedding }) => ({
      article_id: articleId,
      article_version: articleVersion,
      title,
      model,
      position,
      heading_path: headingPath,
      text,
      embedding: embedding && vectorText(embedding),
    })),
  );
  await sql`
    insert into passages
      (article_id, model, position, article_version, heading_path, text, embedding, search)
    select article_id, model, position, article_version, heading_path, text, embedding::vector,
      setweight(to_tsvector('english', title), 'A')
        || setweight(to_tsvector('english', array_to_string(heading_path, ' ')), 'B')
        || to_tsvector('english', text)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (article_id text, model text,
      position integer, article_version integer, title text, heading_path text[], text text,
      embedding text)`.execute(tx);
}

/**
 * Replaces the passages of the model, and drops those of any model that are from an older version. The article must be
 * locked, so that a task with an older text cannot write after one with a newer text.
 */
export async function replacePassages(tx: Tx, article: ArticlePassages): Promise<void> {
  const { articleId, articleVersion, model } = article;
  await sql`
    delete from passages
    where article_id = ${articleId} and (model = ${model} or article_version < ${articleVersion})`.execute(
    tx,
  );
  await insertPassages(tx, [article]);
}

/** Must be called when an article is no longer published. */
export async function dropPassages(tx: Tx, articleId: string): Promise<void> {
  await tx.deleteFrom('passages').where('article_id', '=', articleId).execute();
}

/** Must run after every article has passages of the model. Returns how many were dropped. */
export async function dropOtherModels(db: Db, model: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passages')
    .where('model', '<>', model)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns whether each passage of this version has a vector of the model. */
export async function isIndexed(
  db: Db,
  { articleId, articleVersion, model }: Omit<ArticlePassages, 'passages' | 'title'>,
): Promise<boolean> {
  const { rows } = await sql<{ complete: boolean | null }>`
    select bool_and(article_version = ${articleVersion} and embedding is not null) as complete
    from passages where article_id = ${articleId} and model = ${model}`.execute(db);
  return rows[0]?.complete ?? false;
}

export interface PassageSearch {
  model: string;
  limit: number;
  /** The condition applies to `passages`; it restricts them to articles that the caller may read. */
  where?: RawBuilder<boolean>;
}

export interface FoundPassage {
  article_id: string;
  article_version: number;
  position: number;
  heading_path: string[];
  text: string;
}

const columns = sql`article_id, article_version, position, heading_path, text`;
const anywhere = sql<boolean>`true`;

/**
 * The index returns its nearest rows before the condition is applied. With an iterative scan it continues until enough
 * rows match, up to `max_scan_tuples`.
 */
const scanSettings = sql`
  select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', '200', true),
    set_config('hnsw.max_scan_tuples', '20000', true)`;

/** Returns the nearest first, by cosine similarity. */
export function findNearestPassages(
  db: Db,
  { embedding, model, limit, where = anywhere }: PassageSearch & { embedding: Float32Array },
): Promise<(FoundPassage & { similarity: number })[]> {
  const vector = sql`${vectorText(embedding)}::vector`;
  return db.transaction().execute(async (tx) => {
    await scanSettings.execute(tx);
    const { rows } = await sql<FoundPassage & { similarity: number }>`
      select ${columns}, 1 - (embedding <=> ${vector}) as similarity
      from passages where model = ${model} and embedding is not null and ${where}
      order by embedding <=> ${vector} limit ${limit}`.execute(tx);
    return rows;
  });
}

/** Further words of a question are ignored. */
const MAX_WORDS = 32;
/** A passage must have one of the rarest words: common ones occur nearly everywhere, and reading those passages is wasted. */
const MAX_RARE_WORDS = 6;
/**
 * Occurrences of a word are counted up to this bound. Words that the statistics of the table know to be above it are not
 * counted: with 5,000 occurrences that takes 2 ms, and a question has ten words.
 */
const MAX_COUNTED = 200;
/** Ranking takes some 10 µs per passage. The rare words of a question have fewer passages than this. */
const MAX_RANKED = 1000;
const bound = sql.lit(MAX_COUNTED);

/**
 * Returns the best match first. Unlike in the search of lists, a passage need not have all words: a question has many
 * that no article has. A word weighs more the rarer it is, so that an error code outweighs the words around it;
 * PostgreSQL's own ranks ignore how rare a word is. If all words are common, a passage must have the two rarest. Articles
 * without passages of the model are found by those of another.
 */
export async function findPassagesByWords(
  db: Db,
  { q, model, limit, where = anywhere }: PassageSearch & { q: string },
): Promise<(FoundPassage & { score: number })[]> {
  const { rows } = await sql<FoundPassage & { score: number }>`
    with total as materialized (
      select greatest(max(reltuples), (select count(*) from (select from passages limit ${bound}) as counted)) as passages
      from pg_class where oid = 'passages'::regclass),
    common as materialized (
      select lexeme, frequency from pg_stats,
        unnest(most_common_elems::text::text[], most_common_elem_freqs) as element (lexeme, frequency)
      where schemaname = current_schema() and tablename = 'passages' and attname = 'search'),
    words as materialized (
      select query, ln(1 + (greatest(passages - occurrences, 0) + 0.5) / (occurrences + 0.5)) as weight,
        occurrences < ${bound} as is_rare, row_number() over (order by occurrences, query::text) as rarity
      from total cross join (
        select ('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''')::tsquery as query, frequency
        from unnest(to_tsvector('english', ${q}::text)) left join common using (lexeme) limit ${sql.lit(MAX_WORDS)}) as word
      cross join lateral (
        select case when frequency * passages >= ${bound} then frequency * passages else (
          select count(*) from (select from passages where search @@ query limit ${bound}) as counted) end
          as occurrences) as counts
      where occurrences > 0)
    select ${columns}, (select sum(weight) from words where search @@ query) as score
    from (
      select ${columns}, search from passages
      where search @@ (
          select coalesce(
            string_agg(query::text, ' | ') filter (where is_rare and rarity <= ${sql.lit(MAX_RARE_WORDS)}),
            string_agg(query::text, ' & ') filter (where rarity <= 2))::tsquery from words)
        and (model = ${model} or not exists (
          select from passages as own where own.article_id = passages.article_id and own.model = ${model}))
        and ${where}
      limit ${sql.lit(MAX_RANKED)}) as matched
    order by score desc, ts_rank(search, (select string_agg(query::text, ' | ')::tsquery from words)) desc,
      article_id, position
    limit ${limit}`.execute(db);
  return rows;
}
