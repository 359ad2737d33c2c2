// The parameters of a list in its URL: filters and sort by the names and values of the API.

/** A filter with several values has them separated by commas. */
export type ListSearch = Partial<Record<string, string>>;
export type ListQuery = Record<string, string>;

export const pick = (search: Record<string, unknown>, names: readonly string[]): ListQuery =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );

export const valuesOf = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split(',');

/** The search with a value added to a filter, or removed from it. */
export function toggled<S extends ListSearch>(search: S, name: keyof S & string, value: string): S {
  const values = valuesOf(search[name]);
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  const { [name]: _, ...rest } = search;
  return (next.length === 0 ? rest : { ...rest, [name]: next.join(',') }) as S;
}

/** Whether two queries mean the same: the order of parameters and values does not matter. */
export const isSameQuery = (one: ListQuery, other: ListQuery): boolean => {
  const normal = (query: ListQuery) =>
    JSON.stringify(
      Object.entries(query)
        .map(([name, value]) => [name, name === 'q' ? value : valuesOf(value).toSorted().join()])
        .toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    );
  return normal(one) === normal(other);
};

export type Order = 'asc' | 'desc';

/** The first press sorts as people expect of the column, the next one the other way. */
export function sortedBy<S extends ListSearch>(search: S, sort: string, first: Order): S {
  const before = search['order'] ?? first;
  const order = search['sort'] === sort ? (before === 'asc' ? 'desc' : 'asc') : first;
  return { ...search, sort, order };
}
