// The route of an incident: the record is fetched before it is shown, its parts while it is.
import { incidentQuery, queryClient, slaQuery, timelineQuery } from '../../api/index.ts';
import { RecordSkeleton } from './record-skeleton.tsx';

const tabs = ['activity', 'details', 'sla', 'related', 'assistant'] as const;
export type RecordTab = (typeof tabs)[number];

export interface RecordSearch {
  /** Of a screen that has no room for the right column. */
  tab?: RecordTab;
}

const SKELETON_MS = 150;

export const recordRouteOptions = {
  validateSearch: ({ tab }: Record<string, unknown>): RecordSearch => {
    const known = tabs.find((one) => one === tab);
    return known ? { tab: known } : {};
  },
  loader: async ({ params: { id } }: { params: { id: string } }) => {
    void queryClient.prefetchInfiniteQuery(timelineQuery(id));
    void queryClient.prefetchQuery(slaQuery(id));
    await queryClient.ensureQueryData(incidentQuery(id));
  },
  pendingMs: SKELETON_MS,
  pendingMinMs: 0,
  pendingComponent: RecordSkeleton,
};
