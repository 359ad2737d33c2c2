// The caller, and what the caller may do.
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

/** Whether it is allowed for all records, and not for own ones alone. */
export const reachesAll = (me: Pick<Me, 'permissions'>, permission: string): boolean =>
  me.permissions.some(({ name, reach }) => name === permission && reach === 'all');

/** Sees and works with own records alone: a home in place of the queue. */
export const isRequester = (me: Pick<Me, 'permissions'>): boolean =>
  me.permissions.some(({ name, reach }) => name === 'incidents.read' && reach === 'own');
