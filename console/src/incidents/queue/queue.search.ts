// The URL of the queue: the parameters of the API by their names and values, and some of our own.
export const filterNames = [
  'q',
  'state',
  'priority',
  'assignment_group',
  'assigned_to',
  'category',
  'opened_by',
  'ci_id',
  'change_id',
  'external_id',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
  'resolved_after',
  'resolved_before',
  'without',
  'sla',
] as const;
export type FilterName = (typeof filterNames)[number];

const orderNames = ['sort', 'order'] as const;
/** The view that the query came from, the columns, and the record in the drawer. */
const ownNames = ['view', 'cols', 'peek'] as const;

type Name = FilterName | (typeof orderNames)[number] | (typeof ownNames)[number];
export type QueueSearch = Partial<Record<Name, string>>;
export type QueueQuery = Record<string, string>;

const pick = (search: Record<string, unknown>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );

/** Unknown parameters are dropped; the API validates the values. */
export const readSearch = (raw: Record<string, unknown>): QueueSearch =>
  pick(raw, [...filterNames, ...orderNames, ...ownNames]);

/** The part of the URL that the API gets. */
export const queryOf = (search: QueueSearch): QueueQuery =>
  pick(search, [...filterNames, ...orderNames]);

export const filtersOf = (search: QueueSearch): QueueQuery => pick(search, filterNames);

/** The search with these columns; undefined for those that are shown without a choice. */
export function withCols(search: QueueSearch, cols: string | undefined): QueueSearch {
  const { cols: _, ...rest } = search;
  return cols === undefined ? rest : { ...rest, cols };
}

export const valuesOf = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split(',');

/** The search with a value added to a filter, or removed from it. */
export function toggled(search: QueueSearch, name: FilterName, value: string): QueueSearch {
  const values = valuesOf(search[name]);
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  const { [name]: _, ...rest } = search;
  return next.length === 0 ? rest : { ...rest, [name]: next.join(',') };
}

/** Whether two queries mean the same: the order of parameters and values does not matter. */
export const isSameQuery = (one: QueueQuery, other: QueueQuery): boolean => {
  const normal = (query: QueueQuery) =>
    JSON.stringify(
      Object.entries(query)
        .map(([name, value]) => [name, name === 'q' ? value : valuesOf(value).toSorted().join()])
        .toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    );
  return normal(one) === normal(other);
};

export type Sort = 'created_at' | 'priority' | 'updated_at' | 'sla_breach_at';

/** The first press sorts as people expect of the column, the next one the other way. */
const firstOrder: Record<Sort, 'asc' | 'desc'> = {
  created_at: 'desc',
  priority: 'asc',
  updated_at: 'desc',
  sla_breach_at: 'asc',
};

export function sortedBy(search: QueueSearch, sort: Sort): QueueSearch {
  const isAgain = search.sort === sort;
  const before = search.order ?? firstOrder[sort];
  const order = isAgain ? (before === 'asc' ? 'desc' : 'asc') : firstOrder[sort];
  return { ...search, sort, order };
}
