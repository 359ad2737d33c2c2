// The URL of the queue: the parameters of the API by their names and values, and some of our own.
import { type ListQuery, pick, sortedBy as sortedByColumn, without } from '../../search/index.ts';

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
export type QueueQuery = ListQuery;

/** Unknown parameters are dropped; the API validates the values. */
export const readSearch = (raw: Record<string, unknown>): QueueSearch =>
  pick(raw, [...filterNames, ...orderNames, ...ownNames]);

/** The part of the URL that the API gets. */
export const queryOf = (search: QueueSearch): QueueQuery =>
  pick(search, [...filterNames, ...orderNames]);

export const filtersOf = (search: QueueSearch): QueueQuery => pick(search, filterNames);

/** The search with these columns; undefined for those that are shown without a choice. */
export const withCols = (search: QueueSearch, cols: string | undefined): QueueSearch =>
  cols === undefined ? without(search, 'cols') : { ...search, cols };

export type Sort = 'created_at' | 'priority' | 'updated_at' | 'sla_breach_at';

/** The first press sorts as people expect of the column, the next one the other way. */
const firstOrder: Record<Sort, 'asc' | 'desc'> = {
  created_at: 'desc',
  priority: 'asc',
  updated_at: 'desc',
  sla_breach_at: 'asc',
};

export const sortedBy = (search: QueueSearch, sort: Sort): QueueSearch =>
  sortedByColumn(search, sort, firstOrder[sort]);
