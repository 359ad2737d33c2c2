// The URL of a list has its filters and its sort by the names and values of the API.

/** The values of a filter are separated by commas. */
export type ListSearch = Partial<Record<string, string>>;
export type ListQuery = Record<string, string>;

export const pick = (search: Record<string, unknown>, names: readonly string[]): ListQuery =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );

/** These parameters set the columns of a list, their order and their widths; they do not change its rows. */
export const LAYOUT: readonly string[] = ['cols', 'widths'];

/** A comma within a value is escaped. */
export const valuesOf = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split(/(?<!\\),/);

export const escapeComma = (value: string): string => value.replaceAll(',', '\\,');
export const unescapeComma = (value: string): string => value.replaceAll('\\,', ',');

/** Custom fields are filtered by parameters with this prefix. */
const CUSTOM = 'cf.';
export const customFilters = (search: Record<string, unknown>): string[] =>
  Object.keys(search).filter((name) => name.startsWith(CUSTOM));
export const filteredField = (name: string): string =>
  name.startsWith(CUSTOM) ? `custom.${name.slice(CUSTOM.length)}` : name;

/** A change gets the latest search, even while the list of that search is loading. */
export type SearchChange<S extends ListSearch = ListSearch> = (before: S) => S;

export function without<S extends ListSearch>(search: S, name: keyof S & string): S {
  const { [name]: _, ...rest } = search;
  return rest as S;
}

/** Returns the search with a record in the drawer, or with the drawer closed. */
export const withPeek = <S extends ListSearch>(search: S, id: string | undefined): S =>
  id === undefined ? without(search, 'peek') : { ...search, peek: id };

/** Adds a value to a filter, or removes it if the filter has it. */
export function toggleValue<S extends ListSearch>(
  search: S,
  name: keyof S & string,
  value: string,
): S {
  const values = valuesOf(search[name]);
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return next.length === 0 ? without(search, name) : { ...search, [name]: next.join(',') };
}

/** Compares two queries; the order of parameters and values does not matter. */
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

/** Two locations show the same rows if their page and their query are the same. `queryOf` picks the query from the
 * search; other parameters, such as `peek`, do not matter. */
export const isSameList = (
  one: ListLocation,
  other: ListLocation,
  queryOf: (search: ListSearch) => ListQuery,
): boolean =>
  one.pathname === other.pathname && isSameQuery(queryOf(one.search), queryOf(other.search));

export type Order = 'asc' | 'desc';

/** The first press sorts in the order that people expect of the column, the next one reverses it. */
export function withSort<S extends ListSearch>(search: S, sort: string, first: Order): S {
  const before = search['order'] ?? first;
  const order = search['sort'] === sort ? (before === 'asc' ? 'desc' : 'asc') : first;
  return { ...search, sort, order };
}
