import { queryOptions } from '@tanstack/react-query';
import type { Ci } from '@signalbox/sdk';
import { client } from './client.ts';
import { type ListPage, pageOf, pageQuery } from './pages.ts';
import { queryClient } from './query-client.ts';

export type { Ci, CiRelated, Impact } from '@signalbox/sdk';

const fields = [
  'name',
  'class',
  'status',
  'environment',
  'criticality',
  'owner',
  'support_group',
  'updated_at',
  'custom',
] as const;

export type CiRow = Pick<Ci, 'id' | (typeof fields)[number]>;

export const listCis = async (
  query: Record<string, string>,
  cursor: string | undefined,
): Promise<ListPage<CiRow>> =>
  pageOf(await client.cis.list({ ...pageQuery(query, cursor), fields }));

export const readCi = (id: string): Promise<CiRow> => client.cis.get(id);

const impactKey = ['cis', 'impact'] as const;

/** A new or removed relation makes cached impacts stale. */
export const forgetImpact = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: impactKey });

/** The service follows relations to this depth by default. */
export const DEFAULT_DEPTH = 3;

export const impactQuery = (id: string, depth = DEFAULT_DEPTH) =>
  queryOptions({
    queryKey: [...impactKey, id, depth],
    queryFn: ({ signal }) => client.cis.getImpact(id, { depth }, { signal }),
    staleTime: 60_000,
  });

/** Reads names by id in one request; ids that do not exist are left out. */
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
