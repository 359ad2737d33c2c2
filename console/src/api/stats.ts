import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { startOfDay } from '../ui/region/zone.ts';

export type { IncidentStats } from '@signalbox/sdk';

const DAY_MS = 86_400_000;

/** Weeks replace days where a day would be too narrow to read. The first day is whole, in UTC. */
export const statsQuery = (days: number, interval: 'day' | 'week') =>
  queryOptions({
    queryKey: ['incidents', 'stats', days, interval],
    queryFn: ({ signal }) => {
      const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
      const from = new Date(today - (days - 1) * DAY_MS);
      return client.incidents.getStats({ interval, from }, { signal });
    },
    staleTime: 30_000,
    refetchInterval: 120_000,
  });

const midnight = (): Date => new Date(startOfDay(Date.now()));

/** The API returns no larger page, so more breaches in a day are shown as a lower bound. */
const MAX_EVENTS = 200;

/** Breaches since the reader's midnight are counted by their events, because the days of the stats are in UTC. */
export const breachesTodayQuery = queryOptions({
  queryKey: ['incidents', 'breaches today'],
  queryFn: async ({ signal }) => {
    const query = { type: ['sla.breached'], since: midnight(), limit: MAX_EVENTS } as const;
    const { data, next_cursor } = await client.events.list(query, { signal });
    return { count: data.length, isLowerBound: next_cursor !== undefined };
  },
  staleTime: 30_000,
  refetchInterval: 120_000,
});
