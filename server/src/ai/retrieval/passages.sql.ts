// Each passage is read together with the evidence that it answers the question; only published articles are read.
import { type RawBuilder, sql } from 'kysely';
import { findNearestPassages, findPassagesByWords, textVersion } from '../../knowledge/index.ts';
import type { Db } from '../../platform/postgres/tables.ts';

/** Each of the two searches contributes at most this many passages. */
const MAX_CANDIDATES = 30;
/** Further words of a question are ignored. */
const MAX_WORDS = 32;
/** Occurrences of a word are counted up to this bound. */
const MAX_COUNTED = 1000;

export interface StoredPassage {
  article_id: string;
  /** The cache compares it with the record's version; 0 while the passage is from an older text of the article. */
  version: number;
  title: string;
  position: number;
  heading_path: string[];
  text: string;
}

export interface PassageEvidence extends StoredPassage {
  /** The similarity is the cosine of question and passage; null without embeddings. */
  similarity: number | null;
  /** The passage or its title has this share of the question's words, weighted by their rarity. */
  coverage: number;
}

/** Drafts are never read, whatever the caller may read. */
const published: RawBuilder<boolean> = sql<boolean>`exists (
  select from articles
  where articles.id = passages.article_id and articles.state = 'published' and articles.deleted_at is null)`;

const storedColumns = sql`article_id, articles.title,
  case when article_version = ${textVersion} then articles.version else 0 end as version, position, heading_path, passages.text`;

/** An article that has no passages of the model yet is read by those of another. */
const isReadable = (model: string): RawBuilder<boolean> => sql<boolean>`
  (model = ${model} or not exists (
    select from passages as own where own.article_id = passages.article_id and own.model = ${model}))
  and articles.state = 'published' and articles.deleted_at is null`;

/** Returns the passages of one article in their order. */
export async function readPassages(
  db: Db,
  articleId: string,
  model: string,
): Promise<StoredPassage[]> {
  const { rows } = await sql<StoredPassage>`
    select ${storedColumns} from passages join articles on articles.id = article_id
    where article_id = ${articleId} and ${isReadable(model)} order by position`.execute(db);
  return rows;
}

interface PassageQuestion {
  q: string;
  embedding: Float32Array | undefined;
  model: string;
}

const vectorOf = (embedding: Float32Array | undefined): string | null =>
  embedding ? `[${embedding.join(',')}]` : null;

/** Unlike the score of a search, coverage counts words that no passage has: they are evidence that nothing answers. */
async function readEvidence(
  db: Db,
  { q, embedding, model }: PassageQuestion,
  found: readonly { article_id: string; position: number }[],
): Promise<PassageEvidence[]> {
  const bound = sql.lit(MAX_COUNTED);
  const keys = JSON.stringify(found.map(({ article_id, position }) => ({ article_id, position })));
  const { rows } = await sql<PassageEvidence>`
    with total as materialized (
      select greatest(max(reltuples), (select count(*) from (select from passages limit ${bound}) as counted)) as passages
      from pg_class where oid = 'passages'::regclass),
    words as materialized (
      select query, ln(1 + (greatest(passages - occurrences, 0) + 0.5) / (occurrences + 0.5)) as weight
      from total cross join (
        select ('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''')::tsquery as query
        from unnest(to_tsvector('english', ${q}::text)) limit ${sql.lit(MAX_WORDS)}) as word
      cross join lateral (
        select count(*) as occurrences
        from (select from passages where search @@ query limit ${bound}) as counted) as counts)
    select ${storedColumns},
      1 - (embedding <=> ${vectorOf(embedding)}::vector) as similarity,
      coalesce((select sum(weight) filter (where passages.search @@ query) / nullif(sum(weight), 0) from words), 0) as coverage
    from jsonb_to_recordset(${keys}::jsonb) as found (article_id text, position integer)
    join passages using (article_id, position) join articles on articles.id = article_id
    where ${isReadable(model)}`.execute(db);
  return rows;
}

/** Returns the candidates of both searches, in no order. */
export async function findEvidence(db: Db, question: PassageQuestion): Promise<PassageEvidence[]> {
  const { q, embedding, model } = question;
  const search = { model, limit: MAX_CANDIDATES, where: published };
  const nearest = embedding ? await findNearestPassages(db, { ...search, embedding }) : [];
  const byWords = await findPassagesByWords(db, { ...search, q });
  const found = new Map(
    [...nearest, ...byWords].map((one) => [`${one.article_id} ${one.position}`, one]),
  );
  return found.size === 0 ? [] : readEvidence(db, question, [...found.values()]);
}
