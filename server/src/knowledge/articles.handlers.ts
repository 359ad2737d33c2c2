import { respondWithList } from '../platform/http/output/pagination.ts';
import type { Reply, RequestContext } from '../platform/http/request/context.ts';
import { getHandler } from '../records/index.ts';
import { articles, presentArticle } from './articles.record.ts';
import type { Article } from './articles.schema.ts';
import { findCounts } from './counts/counts.sql.ts';
import { countView } from './counts/uses.ts';
import { type FoundArticle, searchArticles } from './search/search.ts';

interface ListQuery {
  q?: string;
  sort?: string;
}

type ListedArticle = Omit<FoundArticle, 'score' | 'highlights'>;

const withCounts =
  ({ deps }: RequestContext) =>
  async (rows: readonly ListedArticle[]): Promise<object[]> => {
    const counts = await findCounts(
      deps.db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => {
      const { view_count = 0, citation_count = 0, helpful_count = 0 } = counts.get(row.id) ?? {};
      return { ...row, view_count, citation_count, helpful_count };
    });
  };

export async function listArticles(request: RequestContext<unknown, ListQuery>): Promise<Reply> {
  const { q } = request.query;
  const { list } = articles.table;
  const scope = articles.visibility.scope(request);
  const present = withCounts(request);
  if (q === undefined)
    return respondWithList(request, list, scope, { sort: 'created_at', order: 'desc' }, present);
  let isDegraded = false;
  const best = { sort: 'score', order: 'desc' } as const;
  const reply = await respondWithList<ListedArticle>(
    request,
    list,
    scope,
    best,
    present,
    async (deps, _spec, found) => {
      const page = await searchArticles(deps, { ...found, q });
      ({ isDegraded } = page);
      return page;
    },
  );
  return isDegraded ? { ...reply, body: { ...(reply.body as object), degraded: true } } : reply;
}

const read = getHandler(articles, presentArticle);

export async function getArticle(
  request: RequestContext<{ id: string }, { include_deleted?: boolean }>,
): Promise<Reply> {
  const reply = await read(request);
  const { id, state, deleted } = reply.body as Article;
  if (state === 'published' && !deleted) countView(request.deps, id as string);
  return reply;
}
