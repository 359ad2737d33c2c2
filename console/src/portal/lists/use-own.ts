// Own records are read page by page, and again when one of them changes.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  faultOf,
  isRequester,
  meQuery,
  ownQuery,
  type OwnQuery,
  queryClient,
} from '../../api/index.ts';
import { useRecordEvents } from '../../records/index.ts';

export const refreshOwn = () => void queryClient.invalidateQueries({ queryKey: ['own'] });

export function useOwn(query: Omit<OwnQuery, 'me'>, isNeeded = true) {
  const { data: me } = useQuery(meQuery);
  const reader = { email: me?.email ?? '', readsAll: me !== undefined && !isRequester(me) };
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...ownQuery({ ...query, me: reader }),
    enabled: isNeeded && me !== undefined,
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
