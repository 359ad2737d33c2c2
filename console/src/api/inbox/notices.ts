// Managers see what needs an operator: deliveries that are held, and a restore that nobody announced.
import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';

/** The other checks are for operators only, or their faults end by themselves. */
const SHOWN = ['restore', 'outgoing'];

export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async ({ signal }) => {
    const { checks } = await client.health.get({ signal });
    return SHOWN.flatMap((name) => checks[name]?.detail ?? []);
  },
  staleTime: 300_000,
  refetchInterval: 300_000,
});
