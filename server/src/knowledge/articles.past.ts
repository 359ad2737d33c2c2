// Articles can be loaded as if they had been written, reviewed and published in the past.
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { insertRows, type PastEmission, replay, reserveIds } from '../records/index.ts';
import { addTasks } from '../platform/background/tasks.sql.ts';
import { INDEX_TASK } from './passages/index-article.ts';
import { articles } from './articles.record.ts';
import { type ArticleRow, articleColumns } from './articles.sql.ts';
import { type ArticleText, textFields } from './articles.text.ts';
import { modelId } from './embeddings/model.ts';
import { type EmbeddedPassage, insertPassages } from './passages/passages.sql.ts';

export interface PastArticle {
  text: ArticleText;
  written: Context;
  reviewed: Context;
  published: Context;
  views: number;
  /** Known passages equal those that the indexer would compute with the current model. */
  passages?: readonly EmbeddedPassage[] | undefined;
}

const move = (context: Context, state: ArticleRow['state']) => ({
  context,
  apply: (before: ArticleRow): ArticleRow => ({ ...before, state }),
});

/** Expects the articles in the order of their creation; tasks index those without passages. Returns the input of `emitPast`. */
export async function loadArticles(tx: Tx, past: readonly PastArticle[]): Promise<PastEmission[]> {
  const ids = await reserveIds(tx, 'KB', 'article_number', past.length);
  const loaded = past.map(({ text, written, reviewed, published, views }, n) => {
    const at = written.now.toISOString();
    const created: ArticleRow = {
      ...text,
      id: ids[n] ?? '',
      state: 'draft',
      author: written.actor.email,
      pending: null,
      pending_revision: false,
      sent_back: null,
      version: 1,
      event_sequence: 0,
      created_at: at,
      updated_at: at,
      deleted_at: null,
      deleted_by: null,
    };
    const steps = [move(reviewed, 'review'), move(published, 'published')];
    const version = { ...text, article_id: created.id, version: 1, edited_by: created.author };
    return {
      ...replay(articles, written, created, steps),
      version: { ...version, created_at: at },
      counts: { article_id: created.id, view_count: views },
    };
  });
  const rowsOf = <Name extends keyof (typeof loaded)[number]>(name: Name) =>
    loaded.map((one) => one[name]);
  await insertRows(tx, 'articles', articleColumns, rowsOf('row'));
  const versionColumns = ['article_id', 'version', ...textFields, 'edited_by', 'created_at'];
  await insertRows(tx, 'article_versions', versionColumns, rowsOf('version'));
  await insertRows(tx, 'article_counts', ['article_id', 'view_count'], rowsOf('counts'));
  const placed = past.map(({ text: { title }, passages }, n) => ({
    articleId: ids[n] ?? '',
    articleVersion: 1,
    title,
    model: modelId,
    passages: passages ?? [],
  }));
  await insertPassages(tx, placed);
  const isUnknown = ({ passages }: (typeof placed)[number]) => passages.length === 0;
  await addTasks(
    tx,
    INDEX_TASK,
    placed.filter(isUnknown).map(({ articleId }) => articleId),
  );
  return loaded.flatMap(({ emissions }) => emissions);
}
