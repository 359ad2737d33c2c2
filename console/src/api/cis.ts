// Configuration items: the list, and the impact of one.
import { queryOptions } from '@tanstack/react-query';
import type { CiSummary } from '@signalbox/sdk';
import { client } from './client.ts';
import { type ListPage, pageOf, pageQuery } from './pages.ts';
import { queryClient } from './query-client.ts';

export type { Ci, CiRelated, CiSummary, Impact } from '@signalbox/sdk';

export const listCis = async (
  query: Record<string, string>,
  cursor: string | undefined,
): Promise<ListPage<CiSummary>> => pageOf(await client.cis.list(pageQuery(query, cursor)));

export const readCi = (id: string): Promise<CiSummary> => client.cis.get(id);

const impactKey = ['cis', 'impact'] as const;

/** A relation changes what fails with a CI. */
export const forgetImpact = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: impactKey });

/** What the service follows when it is not told. */
export const DEFAULT_DEPTH = 3;

export const impactQuery = (id: string, depth = DEFAULT_DEPTH) =>
  queryOptions({
    queryKey: [...impactKey, id, depth],
    queryFn: ({ signal }) => client.cis.getImpact(id, { depth }, { signal }),
    staleTime: 60_000,
  });

/** The names of CIs by their ids, in one request; ids that do not exist are left out. */
export const ciNamesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['cis', 'names', ids],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, string>>> => {
      const { data } = await client.cis.list({ id: ids, limit: ids.length }, { signal });
      return Object.fromEntries(data.map(({ id, name }) => [id, name]));
    },
    enabled: ids.length > 0,
    staleTime: 60_000,
  });
