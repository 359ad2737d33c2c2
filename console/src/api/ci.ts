import { queryOptions } from '@tanstack/react-query';
import { type Ci, type CiCreate, SignalboxError } from '@signalbox/sdk';
import { client } from './client.ts';
import { openStates } from './incidents.ts';
import { inputFaultsOf } from './faults.ts';
import { pageOf } from './pages.ts';
import { partsKeyOf, recordQuery } from './records.ts';

export type { CiCreate } from '@signalbox/sdk';

export const ciQuery = (id: string) => recordQuery({ type: 'ci', id });

export const createCi = (ci: CiCreate, idempotencyKey: string): Promise<Ci> =>
  client.cis.create(ci, { idempotencyKey });

/** Each identifier of a CI is entered in one field; a name identifies a CI only within its class. */
const identifierFields: Readonly<Record<string, string>> = {
  serial_number: '/serial_number',
  fqdn: '/fqdn',
  'class+name': '/name',
};

/** An identifier that another CI has is reported at its field. */
export function ciFaultsOf(error: unknown): ReadonlyMap<string, string> {
  if (!SignalboxError.is(error, 'identity_conflict')) return inputFaultsOf(error);
  const { ci_id: id, identifier = '' } = error.problem as { ci_id?: string; identifier?: string };
  const pointer = identifierFields[identifier] ?? '/name';
  const other = id ?? 'Another CI';
  const message =
    pointer === '/name'
      ? `${other} already has this name in this class.`
      : `${other} already has this value.`;
  return new Map([[pointer, message]]);
}

/** The first tab of a CI shows this many; the lists have the others. */
const MAX_CONCERNING = 8;

/** The most urgent of the open incidents are first. */
export const ciIncidentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...partsKeyOf({ type: 'ci', id }), 'incidents'],
    queryFn: async ({ signal }) =>
      pageOf(
        await client.incidents.list(
          {
            ci_id: id,
            state: [...openStates],
            sort: 'priority',
            order: 'asc',
            limit: MAX_CONCERNING,
          },
          { signal },
        ),
      ),
    staleTime: 5_000,
    refetchInterval: 30_000,
  });

/** The change updated last comes first. */
export const ciChangesQuery = (id: string) =>
  queryOptions({
    queryKey: [...partsKeyOf({ type: 'ci', id }), 'changes'],
    queryFn: async ({ signal }) =>
      pageOf(
        await client.changes.list(
          { ci_id: id, sort: 'updated_at', order: 'desc', limit: MAX_CONCERNING },
          { signal },
        ),
      ),
    staleTime: 5_000,
    refetchInterval: 30_000,
  });
