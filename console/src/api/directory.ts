// People and groups, to choose an assignee.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DirectoryEntry } from '@signalbox/sdk';
import { client } from './client.ts';

export type { DirectoryEntry } from '@signalbox/sdk';

const MAX_FOUND = 20;

export const directoryQuery = (q: string, kind: 'person' | 'group') =>
  queryOptions({
    queryKey: ['directory', kind, q],
    queryFn: async ({ signal }): Promise<DirectoryEntry[]> => {
      const query = { kind, limit: MAX_FOUND, ...(q !== '' && { q }) };
      return (await client.directory.list(query, { signal })).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
