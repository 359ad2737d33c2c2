// Articles are offered to somebody who is writing a record.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';

const MAX_HINTS = 3;
const MAX_QUERY = 200;

/** The text is not a query: quotes and hyphens mean nothing in it. */
export const articleHintsQuery = (text: string) =>
  queryOptions({
    queryKey: ['article', 'hints', text],
    queryFn: async ({ signal }) => {
      const q = text.replaceAll(/["-]/g, ' ').slice(0, MAX_QUERY);
      const query = { q, state: 'published', limit: MAX_HINTS } as const;
      return (await client.articles.list(query, { signal })).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // A failed search must not disturb the writer.
    retry: false,
  });
