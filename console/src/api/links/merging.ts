// An incident that reports the same trouble as another one, its leader, is merged into it as a duplicate.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { openStates } from '../../words/index.ts';
import { client } from '../client.ts';
import { partsKeyOf } from '../records.ts';

/** The leader of a merge is chosen by these. */
const fields = ['short_description', 'priority', 'state', 'requester', 'created_at'] as const;

export interface LeaderChoice {
  id: string;
  short_description: string;
  priority: string;
  state: string;
  requester: string | null;
  created_at: string;
}

const MAX_CHOICES = 20;
const ID = /^INC[0-9A-Z]{7}$/i;

/** Finds open incidents that are no duplicates, by words or by id; without a text, the newest. */
export const leadersQuery = (q: string) =>
  queryOptions({
    queryKey: ['incidents', 'leaders', q],
    queryFn: async ({ signal }): Promise<LeaderChoice[]> => {
      const isOpen = ({ state }: LeaderChoice) => openStates.some((open) => open === state);
      if (ID.test(q))
        return [await client.incidents.get(q.toUpperCase(), {}, { signal })].filter(isOpen);
      const query = {
        state: openStates,
        without: 'merged_into' as const,
        limit: MAX_CHOICES,
        fields,
      };
      const { data } = await client.incidents.list(
        { ...query, ...(q !== '' && { q }) },
        { signal },
      );
      return data;
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

export const duplicatesQuery = (id: string) =>
  queryOptions({
    queryKey: [...partsKeyOf({ type: 'incident', id }), 'duplicates'],
    queryFn: ({ signal }) => client.incidents.listDuplicates(id, { signal }),
    staleTime: 5_000,
  });
