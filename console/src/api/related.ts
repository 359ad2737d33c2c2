import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

const MAX_FOUND = 20;

export interface FoundRecord {
  id: string;
  name: string;
}

/** Finds configuration items, changes or incidents by words of their names. */
export const relatedSearchQuery = (kind: 'ci' | 'change' | 'incident', q: string) =>
  queryOptions({
    queryKey: ['related', kind, q],
    queryFn: async ({ signal }): Promise<FoundRecord[]> => {
      const query = { limit: MAX_FOUND, ...(q !== '' && { q }) };
      if (kind === 'ci') return (await client.cis.list(query, { signal })).data;
      const { data } =
        kind === 'change'
          ? await client.changes.list(query, { signal })
          : await client.incidents.list(query, { signal });
      return data.map(({ id, short_description: name }) => ({ id, name }));
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
