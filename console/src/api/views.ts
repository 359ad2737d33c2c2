import { queryOptions } from '@tanstack/react-query';
import type { View, ViewCreate, ViewUpdate } from '@signalbox/sdk';
import { client } from './client.ts';

export type { View } from '@signalbox/sdk';

/** Nobody can use more in the rail. */
const MAX_VIEWS = 100;

export const viewsQuery = queryOptions({
  queryKey: ['views', 'incidents'],
  queryFn: async ({ signal }): Promise<View[]> =>
    (await client.views.list({ list: 'incidents', limit: MAX_VIEWS }, { signal })).data,
  staleTime: 60_000,
});

export const createView = (view: ViewCreate) => client.views.create(view);
export const updateView = (id: string, patch: ViewUpdate, version?: number) =>
  client.views.update(id, patch, version === undefined ? {} : { ifMatch: version });
export const deleteView = (id: string, version: number) =>
  client.views.delete(id, { ifMatch: version });
