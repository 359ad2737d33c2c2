import type { Me, MeUpdate } from '@signalbox/sdk';
import { queryOptions } from '@tanstack/react-query';
import { setRegion } from '../ui/region/region.ts';
import { client } from './client.ts';

export type { Me, MeUpdate } from '@signalbox/sdk';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await client.me.get({ signal });
    // Before the first page is drawn: the root waits for this query.
    setRegion(me);
    return me;
  },
  staleTime: 300_000,
});

export const updateMe = (changes: MeUpdate): Promise<Me> => client.me.update(changes);

export const mayUse = (me: Pick<Me, 'permissions'>, permission: string): boolean =>
  me.permissions.some(({ name }) => name === permission);

/** Tells whether the permission covers all records, not only the caller's own. */
export const reachesAll = (me: Pick<Me, 'permissions'>, permission: string): boolean =>
  me.permissions.some(({ name, reach }) => name === permission && reach === 'all');

/** A requester works only with their own records, and has a home instead of the queue. */
export const isRequester = (me: Pick<Me, 'permissions'>): boolean =>
  me.permissions.some(({ name, reach }) => name === 'incidents.read' && reach === 'own');
