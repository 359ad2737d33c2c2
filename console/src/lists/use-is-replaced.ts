// A page still shows the list that the URL has left while the rows of the next one are loading. Nobody means the rows
// that are shown then: a key that acts on a row would act on the wrong one.
import { useLocation, useMatch } from '@tanstack/react-router';
import { isSameList, type ListLocation, type ListQuery, type ListSearch } from '../search/index.ts';

/** Commands on rows are unavailable on such a page for this reason. */
export const REPLACED = 'The list is loading.';

export function useIsReplaced(queryOf: (search: ListSearch) => ListQuery): boolean {
  const shown = useMatch({ strict: false }) as ListLocation;
  return useLocation({ select: (latest) => !isSameList(shown, latest, queryOf) });
}
