// The route of a CI: fetched before it is shown; the form of its impact is in the URL.
import { ciQuery, queryClient } from '../api/index.ts';
import { pick } from '../search/index.ts';

export interface CiSearch {
  tab?: string;
  as?: string;
  depth?: string;
}

export const ciRouteOptions = {
  validateSearch: (raw: Record<string, unknown>): CiSearch => pick(raw, ['tab', 'as', 'depth']),
  loader: async ({ params: { id } }: { params: { id: string } }) => {
    await queryClient.ensureQueryData(ciQuery(id));
  },
};
