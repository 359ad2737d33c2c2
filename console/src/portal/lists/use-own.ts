// Own records are read page by page, and again when one of them changes.
import { useInfiniteQuery } from '@tanstack/react-query';
import { faultOf, ownQuery, type OwnQuery, queryClient } from '../../api/index.ts';
import { useRecordEvents } from '../../records/index.ts';

export const refreshOwn = () => void queryClient.invalidateQueries({ queryKey: ['own'] });

export function useOwn(query: OwnQuery, isNeeded = true) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...ownQuery(query),
    enabled: isNeeded,
  });
  useRecordEvents(query.type, refreshOwn);
  return {
    /** Undefined until the first page arrives. */
    rows: data?.pages.flatMap(({ rows }) => rows),
    fault: error ? faultOf(error) : undefined,
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    showMore: () => void fetchNextPage(),
  };
}
