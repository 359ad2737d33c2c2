// A record is fetched before its page is shown; its timeline may arrive later.
import {
  fieldsQuery,
  queryClient,
  recordQuery,
  type RecordType,
  timelineOf,
} from '../api/index.ts';
import { RecordSkeleton } from '../ui/layout/record-skeleton.tsx';

interface RecordSearch {
  /** The tab is used on screens that have no room for the right column. */
  tab?: string;
}

const SKELETON_MS = 150;

/** The result is spread into the route of the page. */
export const recordRoute = (type: RecordType) => ({
  validateSearch: ({ tab }: Record<string, unknown>): RecordSearch =>
    typeof tab === 'string' ? { tab } : {},
  loader: async ({ params: { id } }: { params: { id: string } }): Promise<void> => {
    void queryClient.prefetchInfiniteQuery(timelineOf({ type, id }));
    // The page shows custom fields from the start; without their definitions it has the others.
    const fields = queryClient.prefetchQuery(fieldsQuery(type));
    await queryClient.ensureQueryData(recordQuery({ type, id }));
    await fields;
  },
  pendingMs: SKELETON_MS,
  pendingMinMs: 0,
  pendingComponent: RecordSkeleton,
});
