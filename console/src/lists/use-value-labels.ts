// Filters in the URL show people, CIs and changes by name.
import { useQueries, useQuery } from '@tanstack/react-query';
import { changeQuery, ciNamesQuery } from '../api/index.ts';
import { type ListSearch, valuesOf } from '../search/index.ts';
import { usePersonNames } from '../words/index.ts';
import { type FilterRow, valueLabelOf } from './filter-row.ts';

const NAME_MS = 60_000;

/** Each name is read once; the id is shown until it is known, or if it cannot be read. */
export function useValueLabels(filters: readonly FilterRow[], search: ListSearch) {
  usePersonNames();
  const ofCis = ['ci_id', ...filters.filter(({ isCi }) => isCi).map(({ name }) => name)];
  const ciIds = ofCis.flatMap((name) => valuesOf(search[name]));
  const { data: cis = {} } = useQuery(ciNamesQuery(ciIds));
  const ids = valuesOf(search['change_id']);
  const changes = useQueries({
    queries: ids.map((id) => ({ ...changeQuery(id), staleTime: NAME_MS })),
  });
  const names: Readonly<Record<string, (id: string) => string | undefined>> = {
    change_id: (id) => changes[ids.indexOf(id)]?.data?.short_description,
  };
  return (name: string, value: string): string =>
    (ofCis.includes(name) ? cis[value] : names[name]?.(value)) ??
    valueLabelOf(filters, name, value);
}
