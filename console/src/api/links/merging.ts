// An incident that reports the same trouble as another one, its leader, is merged into it as a duplicate.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { openStates } from '../../words/index.ts';
import { client } from '../client.ts';
import { partsKeyOf } from '../records.ts';
import { anyWordQuery, countSharedWords } from './shared-words.ts';

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

/** So many candidates are asked for their duplicates. */
const MAX_CANDIDATES = 4;
/** One word in common says little. */
const MIN_SHARED = 2;

export interface MatchingLeader {
  id: string;
  short_description: string;
  duplicates: number;
}

/** Finds open incidents with duplicates that share words with the text, the closest first. */
export const matchingLeadersQuery = (text: string) =>
  queryOptions({
    queryKey: ['incidents', 'matching-leaders', text],
    queryFn: async ({ signal }): Promise<MatchingLeader[]> => {
      const q = anyWordQuery(text);
      if (q === undefined) return [];
      const query = {
        q,
        state: openStates,
        without: 'merged_into' as const,
        fields: ['short_description'] as const,
      };
      const { data } = await client.incidents.list({ ...query, limit: MAX_CHOICES }, { signal });
      const candidates = data
        .toSorted((one, other) => sharedTitleWords(text, other) - sharedTitleWords(text, one))
        .slice(0, MAX_CANDIDATES);
      const found = await Promise.all(
        candidates.map(async ({ id, short_description }) => {
          const duplicates = (await client.incidents.listDuplicates(id, { signal })).data;
          const titles = [short_description, ...duplicates.map((one) => one.short_description)];
          return {
            id,
            short_description,
            duplicates: duplicates.length,
            shared: countSharedWords(text, titles),
          };
        }),
      );
      return found
        .filter(({ duplicates, shared }) => duplicates > 0 && shared >= MIN_SHARED)
        .toSorted((one, other) => other.shared - one.shared);
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // A failed search must not disturb the writer.
    retry: false,
  });

const sharedTitleWords = (
  text: string,
  { short_description: title }: { short_description: string },
) => countSharedWords(text, [title]);

export const mergeInto = (id: string, leader: string, version: number) =>
  client.incidents.merge(id, { into: leader }, { ifMatch: version });
