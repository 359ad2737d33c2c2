import type { Me } from '@signalbox/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export type { Me } from '@signalbox/sdk';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => client.me.get({ signal }),
  staleTime: 300_000,
});

export const mayUse = (me: Pick<Me, 'permissions'>, permission: string): boolean =>
  me.permissions.some(({ name }) => name === permission);

/** Tells whether the permission covers all records, not only the caller's own. */
export const reachesAll = (me: Pick<Me, 'permissions'>, permission: string): boolean =>
  me.permissions.some(({ name, reach }) => name === permission && reach === 'all');

/** A requester works only with their own records, and has a home instead of the queue. */
export const isRequester = (me: Pick<Me, 'permissions'>): boolean =>
  me.permissions.some(({ name, reach }) => name === 'incidents.read' && reach === 'own');
