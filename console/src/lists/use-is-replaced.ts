// While the rows of the next list are loading, a page still shows the list that the URL has left. Commands on rows are
// off during that time: they would act on the wrong row.
import { useLocation, useMatch } from '@tanstack/react-router';
import { isSameList, type ListLocation, type ListQuery, type ListSearch } from '../search/index.ts';

/** Commands on rows are unavailable on such a page for this reason. */
export const REPLACED = 'The list is loading.';

export function useIsReplaced(queryOf: (search: ListSearch) => ListQuery): boolean {
  const shown = useMatch({ strict: false }) as ListLocation;
  return useLocation({ select: (latest) => !isSameList(shown, latest, queryOf) });
}
