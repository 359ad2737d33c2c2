// Changes and service requests wait for the decision of people who may approve them.
import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { queryClient } from '../query-client.ts';

/** One row is enough to read the total. */
const query = { decidable: true, limit: 1 } as const;

const lists = {
  change: (signal: AbortSignal) => client.changes.list(query, { signal }),
  request: (signal: AbortSignal) => client.serviceRequests.list(query, { signal }),
};

export type DecidedType = keyof typeof lists;

const keyOf = (type: DecidedType) => ['waiting', type];

export const waitingCountQuery = (type: DecidedType) =>
  queryOptions({
    queryKey: keyOf(type),
    queryFn: async ({ signal }): Promise<number> => (await lists[type](signal)).total ?? 0,
    staleTime: 10_000,
    refetchInterval: 60_000,
  });

export const refreshWaiting = (type: DecidedType): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(type) });
