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

/** How a list is shown: its columns in their order, and their widths. */
export const LAYOUT: readonly string[] = ['cols', 'widths'];

export const valuesOf = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split(',');

/** A change of the URL. It is given the latest URL, also while the list that it asks for is loading. */
export type SearchChange<S extends ListSearch = ListSearch> = (before: S) => S;

/** The search without a parameter. */
export function without<S extends ListSearch>(search: S, name: keyof S & string): S {
  const { [name]: _, ...rest } = search;
  return rest as S;
}

/** The search with a record in the drawer, or without one. */
export const withPeek = <S extends ListSearch>(search: S, id: string | undefined): S =>
  id === undefined ? without(search, 'peek') : { ...search, peek: id };

/** The search with a value added to a filter, or removed from it. */
export function toggleValue<S extends ListSearch>(
  search: S,
  name: keyof S & string,
  value: string,
): S {
  const values = valuesOf(search[name]);
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return next.length === 0 ? without(search, name) : { ...search, [name]: next.join(',') };
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

export interface ListLocation {
  pathname: string;
  search: ListSearch;
}

/** Whether two locations show the same rows: the same page with the same query, which `queryOf` picks from the search.
 * Other parameters, such as `peek`, do not matter. */
export const isSameList = (
  one: ListLocation,
  other: ListLocation,
  queryOf: (search: ListSearch) => ListQuery,
): boolean =>
  one.pathname === other.pathname && isSameQuery(queryOf(one.search), queryOf(other.search));

export type Order = 'asc' | 'desc';

/** The first press sorts as people expect of the column, the next one the other way. */
export function withSort<S extends ListSearch>(search: S, sort: string, first: Order): S {
  const before = search['order'] ?? first;
  const order = search['sort'] === sort ? (before === 'asc' ? 'desc' : 'asc') : first;
  return { ...search, sort, order };
}
