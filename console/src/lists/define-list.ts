// A definition says which parameters the URL of a list may have, and how its pages are read. It is small, because routes
// load it before any page.
import { isCustomized } from '../api/index.ts';
import { customFilters, type ListQuery, type ListSearch, LAYOUT, pick } from '../search/index.ts';
import type { ListRow, ListSource } from './list.rows.ts';
import { List } from './list.store.ts';
import { OpenLists } from './open-lists.ts';

interface ListSpec<R extends ListRow> extends ListSource<R> {
  /** The URL may have these parameters of the API besides `sort` and `order`. */
  filters: readonly string[];
  /** The API does not get these parameters of the URL, such as `tab`. */
  own?: readonly string[];
  /** Events of this record type change the rows. */
  recordType?: string;
}

export interface DefinedList<R extends ListRow> {
  filters: readonly string[];
  recordType: string | undefined;
  read: ListSource<R>['read'];
  queryOf: (search: ListSearch) => ListQuery;
  /** Returns the filters alone, for counts; those by custom fields are among them. */
  filtersOf: (search: ListSearch) => ListQuery;
  of: (query: ListQuery) => List<R>;
  all: () => Iterable<List<R>>;
  /** The route of the page spreads these options: the first page of rows is fetched before it is shown. */
  route: {
    validateSearch: (raw: Record<string, unknown>) => ListSearch;
    loaderDeps: (options: { search: ListSearch }) => ListQuery;
    loader: (options: { deps: ListQuery }) => Promise<void>;
    shouldReload: false;
  };
}

const defined: DefinedList<never>[] = [];
export const definedLists = (): readonly DefinedList<never>[] => defined;

/** Throws if no list has this record type. */
export function listOfRecords(type: string): DefinedList<ListRow> {
  const found = defined.find(({ recordType }) => recordType === type);
  if (!found) throw new Error(`There is no list of the record type ${type}.`);
  return found;
}

export function defineList<R extends ListRow>(spec: ListSpec<R>): DefinedList<R> {
  const { filters, own = [], recordType } = spec;
  const filtersIn = (search: Record<string, unknown>) =>
    isCustomized(recordType) ? [...filters, ...customFilters(search)] : filters;
  const namesIn = (search: Record<string, unknown>) => [...filtersIn(search), 'sort', 'order'];
  const lists = new OpenLists((query) => new List<R>(query, spec));
  const list: DefinedList<R> = {
    filters,
    recordType,
    read: spec.read,
    queryOf: (search) => pick(search, namesIn(search)),
    filtersOf: (search) => pick(search, filtersIn(search)),
    of: lists.of,
    all: lists.all,
    route: {
      validateSearch: (raw) => pick(raw, [...namesIn(raw), ...own, ...LAYOUT, 'peek']),
      loaderDeps: ({ search }) => pick(search, namesIn(search)),
      loader: async ({ deps }) => {
        const opened = lists.of(deps);
        // A list that was left earlier is shown as it was, then brought up to date.
        if (opened.hasBegun) void opened.refreshShown();
        else await opened.begin();
      },
      shouldReload: false,
    },
  };
  defined.push(list as unknown as DefinedList<never>);
  return list;
}
