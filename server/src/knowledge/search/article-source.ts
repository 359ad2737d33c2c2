// Articles are found by their id and by words, the best match first, as they are typed: without embeddings.
import { filterCondition } from '../../platform/lists/conditions.ts';
import { highlightsOf } from '../../platform/lists/highlights.ts';
import { typedQuery } from '../../platform/lists/search-query.ts';
import {
  findVisible,
  recordUrls,
  type SearchSource,
  typedId,
  viewerOf,
} from '../../records/index.ts';
import { articles } from '../articles.record.ts';
import { ArticleId } from '../articles.schema.ts';
import { findByIds, MAX_CANDIDATES, matchTyped, readHeadlines } from './search.sql.ts';

interface ArticleTitle {
  id: string;
  title: string;
  state: string;
}

export const articleSource: SearchSource = {
  type: 'article',
  async search({ deps: { db }, actor, baseUrl, now, q, hasWords, limit }) {
    const viewer = viewerOf(articles, { actor });
    if (!viewer) return undefined;
    const typed = typedId(q, ArticleId);
    const byId = typed && (await findVisible(db, articles, typed, viewer));
    const scope = articles.visibility.scope(viewer);
    const where = filterCondition(articles.table.list, { filters: {}, scope, now });
    const ranked = hasWords ? await matchTyped(db, q, where) : [];
    const ids = [...new Set([...(byId ? [byId.id] : []), ...ranked.map(({ id }) => id)])];
    const shown = ids.slice(0, limit);
    const rows = new Map(
      (await findByIds<ArticleTitle>(db, ['id', 'title', 'state'], shown)).map((row) => [
        row.id,
        row,
      ]),
    );
    const headlines = hasWords ? await readHeadlines(db, q, shown, typedQuery(q)) : [];
    const marked = new Map(headlines.map((one) => [one.id, one]));
    return {
      ...(byId && { isId: true as const }),
      ...(ranked.length <= MAX_CANDIDATES && { total: ids.length }),
      hits: shown.flatMap((id) => {
        const row = rows.get(id);
        if (!row) return [];
        const highlights = highlightsOf({ ...marked.get(id) }, ['title', 'summary', 'body']);
        return [{ ...row, url: recordUrls(articles, id, baseUrl).url, highlights }];
      }),
    };
  },
};
