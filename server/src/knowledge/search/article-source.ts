// Articles are found by their id and by words, the best match first, as they are typed: without embeddings.
import { filterCondition } from '../../platform/lists/conditions.ts';
import { highlightsOf } from '../../platform/lists/highlights.ts';
import {
  findVisible,
  recordUrls,
  type SearchSource,
  typedId,
  viewerOf,
} from '../../records/index.ts';
import { articles } from '../articles.record.ts';
import { ArticleId } from '../articles.schema.ts';
import { findTyped, MAX_TYPED } from './search.sql.ts';

export const articleSource: SearchSource = {
  type: 'article',
  async findById({ deps: { db }, actor, baseUrl, q }) {
    const typed = typedId(q, ArticleId);
    const viewer = viewerOf(articles, { actor });
    const row = typed && viewer && (await findVisible(db, articles, typed, viewer));
    if (!row) return undefined;
    const { id, title, state } = row;
    return { id, title, state, url: recordUrls(articles, id, baseUrl).url, highlights: [] };
  },
  async search({ deps: { db }, actor, baseUrl, now, q, limit }) {
    const viewer = viewerOf(articles, { actor });
    if (!viewer) return undefined;
    const scope = articles.visibility.scope(viewer);
    const where = filterCondition(articles.table.list, { filters: {}, scope, now });
    const found = await findTyped(db, q, where, limit);
    const matches = found[0]?.matches ?? 0;
    return {
      ...(matches <= MAX_TYPED && { total: matches }),
      hits: found.map(({ id, title, state, headlines }) => ({
        id,
        title,
        state,
        url: recordUrls(articles, id, baseUrl).url,
        highlights: highlightsOf(headlines, ['title', 'summary', 'body']),
      })),
    };
  },
};
