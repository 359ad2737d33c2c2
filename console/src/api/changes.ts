// Changes: rows of the list, a single one, and what can be done with it.
import { queryOptions } from '@tanstack/react-query';
import type { Change } from '@signalbox/sdk';
import { client } from './client.ts';
import { type ListPage, pageOf, pageQuery } from './pages.ts';

export type ChangeRow = Pick<
  Change,
  | 'id'
  | 'short_description'
  | 'type'
  | 'state'
  | 'risk'
  | 'priority'
  | 'assignment_group'
  | 'assigned_to'
  | 'requested_by'
  | 'planned_start_at'
  | 'planned_end_at'
  | 'updated_at'
>;

export const listChanges = async (
  query: Record<string, string>,
  cursor: string | undefined,
): Promise<ListPage<ChangeRow>> => pageOf(await client.changes.list(pageQuery(query, cursor)));

export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: ['changes', 'record', id],
    queryFn: () => client.changes.get(id),
    staleTime: 5_000,
  });
