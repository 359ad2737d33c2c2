// Only published articles are indexed for search.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { addTask } from '../platform/background/tasks.sql.ts';
import type { ArticleRow } from './articles.sql.ts';
import { type ArticleSource, INDEX_TASK, type PublishedArticle } from './passages/index-article.ts';
import { dropPassages } from './passages/passages.sql.ts';

export const isPublished = sql<boolean>`articles.state = 'published' and articles.deleted_at is null`;

/** Selects the first version with the current text: a pending revision is a new version of the article with the same text. */
export const textVersion = sql<number>`coalesce(
  (select max(version) from article_versions where article_id = articles.id), articles.version)`;

async function find(
  db: Db | Tx,
  id: string,
  lock: RawBuilder<unknown>,
): Promise<PublishedArticle | undefined> {
  const { rows } = await sql<PublishedArticle>`
    select id, title, summary, body, ${textVersion} as version from articles
    where id = ${id} and ${isPublished} ${lock}`.execute(db);
  return rows[0];
}

export const publishedArticles: ArticleSource = {
  find: (db, id) => find(db, id, sql``),
  lock: (tx, id) => find(tx, id, sql`for update`),
  idsAfter: async (db, id, limit) => {
    const { rows } = await sql<{ id: string }>`
      select id from articles where id > ${id} and ${isPublished} order by id limit ${limit}`.execute(
      db,
    );
    return rows.map((row) => row.id);
  },
};

/** Runs after every save. An unpublished article must not be found; a published one is indexed after the commit. */
export async function syncPassages(tx: Tx, { id, state, deleted_at }: ArticleRow): Promise<void> {
  if (state === 'published' && deleted_at === null) await addTask(tx, INDEX_TASK, id);
  else await dropPassages(tx, id);
}
