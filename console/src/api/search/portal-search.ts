// Employees search for answers and for items that they may order.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchHit } from '@signalbox/sdk';
import { client } from '../client.ts';

export interface PortalResults {
  articles: readonly SearchHit[];
  items: readonly SearchHit[];
}

const MAX_HITS = 5;

export const portalSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', 'portal', q],
    queryFn: async ({ signal }): Promise<PortalResults> => {
      const query = { q, limit: MAX_HITS, types: ['article', 'item'] } as const;
      const { groups } = await client.search.all(query, { signal });
      const hitsOf = (type: (typeof query.types)[number]) =>
        groups.find((group) => group.type === type)?.data ?? [];
      return { articles: hitsOf('article'), items: hitsOf('item') };
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
  });
