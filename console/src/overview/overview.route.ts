// The URL of the overview has its period.
import { queryClient, statsQuery } from '../api/index.ts';
import { openQuery } from './overview.queries.ts';

export const periods = [
  { id: '7', label: '7 days', interval: 'day' },
  { id: '28', label: '28 days', interval: 'day' },
  { id: '91', label: '13 weeks', interval: 'week' },
] as const;

export type Period = (typeof periods)[number]['id'];
const DEFAULT: Period = '28';

export const periodOf = (id: string | undefined) =>
  periods.find((one) => one.id === (id ?? DEFAULT)) ?? periods[1];

export const overviewRouteOptions = {
  validateSearch: (raw: Record<string, unknown>): { days?: Period } => {
    const known = periods.find(({ id }) => id === raw['days']);
    return known ? { days: known.id } : {};
  },
  loaderDeps: ({ search }: { search: { days?: Period } }) => search,
  loader: async ({ deps: { days } }: { deps: { days?: Period } }) => {
    const { id, interval } = periodOf(days);
    void queryClient.prefetchQuery(statsQuery(Number(id), interval));
    await queryClient.ensureQueryData(openQuery);
  },
};
