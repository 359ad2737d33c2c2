import { queryOptions } from '@tanstack/react-query';
import type { Change, ChangeCalendar, ChangeCreate } from '@signalbox/sdk';
import { client } from './client.ts';
import { type ListPage, pageOf, pageQuery } from './pages.ts';
import { recordQuery } from './records.ts';

export type { Change, ChangeCalendar, ChangeCreate } from '@signalbox/sdk';

const fields = [
  'short_description',
  'type',
  'state',
  'risk',
  'priority',
  'assignment_group',
  'assigned_to',
  'requested_by',
  'planned_start_at',
  'planned_end_at',
  'updated_at',
  'custom',
] as const;

export type ChangeRow = Pick<Change, 'id' | (typeof fields)[number]>;

export const listChanges = async (
  query: Record<string, string>,
  cursor: string | undefined,
): Promise<ListPage<ChangeRow>> =>
  pageOf(await client.changes.list({ ...pageQuery(query, cursor), fields }));

export const changeQuery = (id: string) => recordQuery({ type: 'change', id });

export const createChange = (change: ChangeCreate, idempotencyKey: string): Promise<Change> =>
  client.changes.create(change, { idempotencyKey });

export const submitChange = ({ id, version }: Change): Promise<Change> =>
  client.changes.submit(id, { ifMatch: version });

const commentBody = (comment: string) => (comment === '' ? {} : { comment });

export const approveChange = ({ id, version }: Change, comment: string): Promise<Change> =>
  client.changes.approve(id, commentBody(comment), { ifMatch: version });

export const rejectChange = ({ id, version }: Change, comment: string): Promise<Change> =>
  client.changes.reject(id, commentBody(comment), { ifMatch: version });

/** The newest changes are first. */
export const changesInStateQuery = (state: ChangeRow['state']) =>
  queryOptions({
    queryKey: ['change', 'board', state],
    queryFn: async ({ signal }): Promise<ListPage<ChangeRow>> =>
      pageOf(await client.changes.list({ state, limit: MAX_ON_BOARD }, { signal })),
    staleTime: 5_000,
  });

/** Nobody reads more in a column. */
const MAX_ON_BOARD = 50;

export type CalendarEntry = ChangeCalendar['data'][number];

export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['change', 'calendar', from, to],
    queryFn: ({ signal }) => client.changes.getCalendar({ from, to }, { signal }),
    staleTime: 5_000,
  });
