import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';

export type { Factor } from '@signalbox/sdk';

export const factorsQuery = queryOptions({
  queryKey: ['profile', 'factors'],
  queryFn: ({ signal }) => client.factors.list({ signal }),
  staleTime: 5_000,
});
