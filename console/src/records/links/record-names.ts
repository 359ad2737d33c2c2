// Records that others refer to by id are shown by name.
import { useQuery } from '@tanstack/react-query';
import { changeQuery, ciNamesQuery, type RecordRef } from '../../api/index.ts';

const NAME_MS = 60_000;

/** Returns the name of each CI, or its id until the name is known. All are read in one request. */
export function useCiNames(ids: readonly string[]): (id: string) => string {
  const { data = {} } = useQuery(ciNamesQuery([...new Set(ids)].toSorted()));
  return (id) => data[id] ?? id;
}

/** CIs and changes have names; a record of another type is shown by its id. */
export function useRecordName({ type, id }: RecordRef): string {
  const ciName = useCiNames(type === 'ci' ? [id] : []);
  const { data: change } = useQuery({
    ...changeQuery(id),
    enabled: type === 'change',
    staleTime: NAME_MS,
  });
  return change?.short_description ?? ciName(id);
}
