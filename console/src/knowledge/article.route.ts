// The route of an article: fetched before it is shown; `passage` says where to begin.
import { articleQuery, queryClient } from '../api/index.ts';

export interface ArticleSearch {
  passage?: string;
}

export const articleRouteOptions = {
  validateSearch: ({ passage }: Record<string, unknown>): ArticleSearch =>
    typeof passage === 'string' && passage !== '' ? { passage } : {},
  loader: async ({ params: { id } }: { params: { id: string } }) => {
    await queryClient.ensureQueryData(articleQuery(id));
  },
};
