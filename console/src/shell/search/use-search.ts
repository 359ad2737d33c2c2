// The search follows the text when its writer pauses. The results of an earlier text stay until those of this one arrive.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { connection, searchAllQuery } from '../../api/index.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { MAX_HITS } from './box.sections.ts';

const PAUSE_MS = 150;

export function useSearch(text: string, isAllowed: boolean) {
  const { isOnline } = useSyncExternalStore(connection.subscribe, connection.get);
  const asked = useDebounced(text, PAUSE_MS);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...searchAllQuery(asked, MAX_HITS),
    enabled: asked !== '' && isAllowed && isOnline,
    placeholderData: keepPreviousData,
  });
  const isAsked = asked === text;
  return {
    groups: data,
    /** The groups are the response to this text. */
    isSettled: isAsked && data !== undefined && !isPlaceholderData,
    error: isAsked && isOnline && !isFetching ? (error ?? undefined) : undefined,
    isOnline,
    retry: () => void refetch(),
  };
}
