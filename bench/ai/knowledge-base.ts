// Publishes and embeds the articles of the evaluation set in an instance.
import { readArticles } from '../../server/src/demo/data/knowledge.ts';
import { publishedArticles } from '../../server/src/knowledge/articles.published.sql.ts';
import { embedderOf } from '../../server/src/knowledge/embeddings/process-embedder.ts';
import { ArticleIndexer, createPacer } from '../../server/src/knowledge/passages/index-article.ts';
import type { Instance } from '../../server/test/support/harness.ts';

/** The indexer does not pause to leave the CPU to others. */
const indexerOf = ({ deps }: Instance): ArticleIndexer =>
  new ArticleIndexer(
    publishedArticles,
    embedderOf(deps),
    createPacer(0.5, async () => {}),
  );

export async function insertArticle(
  instance: Instance,
  text: {
    title: string;
    summary: string | null;
    body: string;
    category: string | null;
    tags: string[];
  },
): Promise<string> {
  const { title, summary, body, category, tags } = text;
  const [row] = await instance.sql(
    `insert into articles (title, summary, body, category, tags, language, state, author, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'en', 'published', 'ada@example.com', now(), now()) returning id`,
    [title, summary, body, category, tags],
  );
  return row.id;
}

/** Inserts the first `count` articles and maps the id of each to its slug. */
export async function fillKnowledge(
  instance: Instance,
  count: number,
): Promise<Map<string, string>> {
  const slugs = new Map<string, string>();
  for (const [slug, text] of [...readArticles()].slice(0, count))
    slugs.set(await insertArticle(instance, text), slug);
  await indexerOf(instance).reindex(instance.deps);
  await instance.sql('vacuum analyze articles, passages');
  return slugs;
}
