// The lists need no filter: a requester sees only their own records.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { type ListPage, pageOf } from './pages.ts';

export interface OwnRow {
  id: string;
  short_description: string;
  state: string;
  updated_at: string;
}

/** The home page shows this many. */
const MAX_SHOWN = 8;
const query = { sort: 'updated_at', order: 'desc', limit: MAX_SHOWN } as const;

export const ownIncidentsQuery = queryOptions({
  queryKey: ['own', 'incidents'],
  queryFn: async ({ signal }): Promise<ListPage<OwnRow>> =>
    pageOf(await client.incidents.list(query, { signal })),
  staleTime: 5_000,
});

export const ownRequestsQuery = queryOptions({
  queryKey: ['own', 'requests'],
  queryFn: async ({ signal }): Promise<ListPage<OwnRow>> =>
    pageOf(await client.serviceRequests.list(query, { signal })),
  staleTime: 5_000,
});
