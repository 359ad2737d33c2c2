import { may } from '../identity/index.ts';
import type { Context, Viewer } from '../platform/context.ts';
import { picker } from '../platform/http/input/schema.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { type RecordType, recordUrls } from '../records/index.ts';
import { syncPassages } from './articles.published.sql.ts';
import { Article } from './articles.schema.ts';
import {
  type ArticleRow,
  articleTable,
  articleVisibility,
  auditedColumns,
} from './articles.sql.ts';
import { allowedTransitions } from './articles.states.ts';
import { findCounts } from './counts/counts.sql.ts';

export const articles: RecordType<ArticleRow, Context> & {
  table: typeof articleTable;
  visibility: typeof articleVisibility;
} = {
  type: 'article',
  noun: 'Article',
  path: '/knowledge/articles',
  table: articleTable,
  schema: Article,
  auditedFields: auditedColumns,
  visibility: articleVisibility,
  readers: { policy: may('articles.read'), deleted: may('incidents.read_deleted') },
  labelColumn: 'title',
  eventData: (row, { actor, baseUrl }) => {
    const { id, title, state, category, language, author } = row;
    return {
      id,
      title,
      state,
      category,
      language,
      author,
      actor: actor.email,
      ...recordUrls(articles, id, baseUrl),
    };
  },
  derive: (row) => ({ ...row, pending_revision: row.pending !== null }),
  onSave: async (tx, _context, row) => {
    await syncPassages(tx, row);
    return row;
  },
};

const pick = picker(Article);

export async function presentArticle(row: ArticleRow, viewer: Viewer, db: Db | Tx) {
  const counts = await findCounts(db, [row.id], viewer.actor.id);
  return pick({
    ...row,
    ...counts.get(row.id),
    pending: viewer.reach === 'all' ? row.pending : undefined,
    sent_back: viewer.reach === 'all' ? row.sent_back : undefined,
    allowed_transitions: allowedTransitions(viewer.actor, row.state),
    deleted: row.deleted_at === null ? undefined : true,
    deleted_at: row.deleted_at ?? undefined,
    deleted_by: row.deleted_by ?? undefined,
  });
}

/**
 * Returns the article as a client may have read it. Counts and the caller's vote change without a new version, so a
 * client may send back any value that they can have had.
 */
export async function presentAsRead(
  row: ArticleRow,
  viewer: Viewer,
  sent: Record<string, unknown>,
  db: Db | Tx,
): Promise<Article> {
  const shown = await presentArticle(row, viewer, db);
  const { vote_count = 0 } = (await findCounts(db, [row.id])).get(row.id) ?? {};
  const { view_count, citation_count } = shown;
  const limits = { view_count, citation_count, helpful_count: vote_count };
  const possible = Object.entries(limits).filter(([name, most]) => {
    const value = sent[name];
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
  });
  const { helpful = null } = sent;
  return {
    ...shown,
    ...Object.fromEntries(possible.map(([name]) => [name, sent[name]])),
    ...((helpful === null || typeof helpful === 'boolean') && { helpful }),
  };
}
