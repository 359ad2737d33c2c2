// Records that an incident refers to: configuration items, changes, articles.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export type { Article } from '@signalbox/sdk';

const MAX_FOUND = 20;

export interface Found {
  id: string;
  name: string;
}

/** Configuration items or changes whose name has these words. */
export const relatedSearchQuery = (kind: 'ci' | 'change', q: string) =>
  queryOptions({
    queryKey: ['related', kind, q],
    queryFn: async ({ signal }): Promise<Found[]> => {
      const query = { limit: MAX_FOUND, ...(q !== '' && { q }) };
      if (kind === 'ci') return (await client.cis.list(query, { signal })).data;
      const { data } = await client.changes.list(query, { signal });
      return data.map(({ id, short_description: name }) => ({ id, name }));
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export const impactQuery = (ciId: string) =>
  queryOptions({
    queryKey: ['related', 'impact', ciId],
    queryFn: ({ signal }) => client.cis.getImpact(ciId, {}, { signal }),
    staleTime: 60_000,
  });

export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: ['articles', id],
    queryFn: ({ signal }) => client.articles.get(id, {}, { signal }),
    staleTime: 60_000,
  });
