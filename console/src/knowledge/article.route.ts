// An article is fetched before its page is shown. `passage` says where to begin, `from` and `to` which versions are
// compared.
import { articleQuery, queryClient } from '../api/index.ts';
import { recordRoute } from '../records/index.ts';
import { pick } from '../search/index.ts';

export interface ArticleSearch {
  passage?: string;
  tab?: string;
  from?: string;
  to?: string;
}

export const articleRouteOptions = {
  ...recordRoute('article'),
  validateSearch: (raw: Record<string, unknown>): ArticleSearch =>
    pick(raw, ['passage', 'tab', 'from', 'to']),
  loader: async ({ params: { id } }: { params: { id: string } }) => {
    await queryClient.ensureQueryData(articleQuery(id));
  },
};

/** An edit begins with the article as it is now. */
export const editArticleRouteOptions = {
  loader: async ({ params: { id } }: { params: { id: string } }) => {
    await queryClient.fetchQuery({ ...articleQuery(id), staleTime: 0 });
  },
};
