// One configuration item: its creation, and the incidents and changes that concern it.
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

/** The fields of an identifier that another CI has; its name counts within its class. */
const identifierFields: Readonly<Record<string, string>> = {
  serial_number: '/serial_number',
  fqdn: '/fqdn',
  'class+name': '/name',
};

/** As of every input, and for an identifier that another CI has. */
export function ciFaultsOf(error: unknown): ReadonlyMap<string, string> {
  if (!SignalboxError.is(error, 'identity_conflict')) return inputFaultsOf(error);
  const { ci_id: id, identifier = '' } = error.problem as { ci_id?: string; identifier?: string };
  const pointer = identifierFields[identifier] ?? '/name';
  const other = id ?? 'Another CI';
  const message =
    pointer === '/name'
      ? `${other} of this class has this name already.`
      : `${other} has this value already.`;
  return new Map([[pointer, message]]);
}

/** As many as its first tab shows; the lists have the others. */
const MAX_CONCERNING = 8;

/** The open incidents of a CI, the most urgent first. */
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

/** The changes of a CI, the last first. */
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
