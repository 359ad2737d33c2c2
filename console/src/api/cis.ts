// Configuration items: the list, one with its relations and history, and its impact.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CiCreate, CiSummary, CiTimelineEntry, CiUpdate } from '@signalbox/sdk';
import { client } from './client.ts';
import { type ListPage, pageOf, pageQuery } from './pages.ts';

export type {
  Ci,
  CiCreate,
  CiRelated,
  CiSummary,
  CiTimelineEntry,
  CiUpdate,
  Impact,
} from '@signalbox/sdk';

export const listCis = async (
  query: Record<string, string>,
  cursor: string | undefined,
): Promise<ListPage<CiSummary>> => pageOf(await client.cis.list(pageQuery(query, cursor)));

export const readCi = (id: string): Promise<CiSummary> => client.cis.get(id);

export const ciQuery = (id: string) =>
  queryOptions({
    queryKey: ['cis', 'record', id],
    queryFn: ({ signal }) => client.cis.get(id, { signal }),
    staleTime: 10_000,
  });

/** What the service follows when it is not told. */
export const DEFAULT_DEPTH = 3;

export const impactQuery = (id: string, depth = DEFAULT_DEPTH) =>
  queryOptions({
    queryKey: ['cis', 'impact', id, depth],
    queryFn: ({ signal }) => client.cis.getImpact(id, { depth }, { signal }),
    staleTime: 60_000,
  });

const TIMELINE_PAGE = 50;

export const ciTimelineQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['cis', 'timeline', id],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: TIMELINE_PAGE,
        ...(pageParam !== undefined && { cursor: pageParam }),
      };
      const page = await client.cis.listTimeline(id, query, { signal });
      const entries: CiTimelineEntry[] = page.data;
      return { entries, next: page.next_cursor };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 10_000,
  });

export const createCi = (ci: CiCreate, idempotencyKey: string) =>
  client.cis.create(ci, { idempotencyKey });

export const updateCi = (id: string, patch: CiUpdate, version: number) =>
  client.cis.update(id, patch, { ifMatch: version });
