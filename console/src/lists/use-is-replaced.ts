// Whether a page still shows a list that the URL has left. It does so while the rows of the next list are loading, and
// then nobody means the rows that are shown: a key that acts on a row would act on the wrong one.
import { useLocation, useMatch } from '@tanstack/react-router';
import { isSameList, type ListLocation, type ListQuery, type ListSearch } from '../search/index.ts';

/** Why a command for rows cannot run on such a page. */
export const REPLACED = 'The list is loading.';

export function useIsReplaced(queryOf: (search: ListSearch) => ListQuery): boolean {
  const shown = useMatch({ strict: false }) as ListLocation;
  return useLocation({ select: (latest) => !isSameList(shown, latest, queryOf) });
}
