import { queryOptions } from '@tanstack/react-query';
import type { SearchGroup } from '@signalbox/sdk';
import { client } from '../client.ts';

export type { SearchGroup, SearchHit } from '@signalbox/sdk';

/** At most `limit` results of each type are read. */
export const searchAllQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: ['search', q, limit],
    queryFn: async ({ signal }): Promise<SearchGroup[]> =>
      (await client.search.all({ q, limit }, { signal })).groups,
    staleTime: 10_000,
    gcTime: 60_000,
  });
