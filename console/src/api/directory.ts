// The directory offers people and groups to assign to, and names people by their addresses.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DirectoryEntry } from '@signalbox/sdk';
import { client } from './client.ts';
import { mayUse, meQuery } from './me.ts';
import { queryClient } from './query-client.ts';

export type { DirectoryEntry } from '@signalbox/sdk';

/** A response of the directory has at most this many. */
export const MAX_FOUND = 20;

export const directoryQuery = (q: string, kind: 'person' | 'group') =>
  queryOptions({
    queryKey: ['directory', kind, q],
    queryFn: async ({ signal }): Promise<DirectoryEntry[]> => {
      const query = { kind, limit: MAX_FOUND, ...(q !== '' && { q }) };
      return (await client.directory.list(query, { signal })).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The person has groups, open records and CIs. */
export const personQuery = (email: string) =>
  queryOptions({
    queryKey: ['directory', 'one', email.toLowerCase()],
    queryFn: ({ signal }) => client.directory.get(email, { signal }),
    staleTime: 30_000,
  });

/** A response has at most this many people; larger teams are searched by the service. */
const MAX_ASSIGNEES = 200;

/** Finds people who may work on incidents: all of them, the members of a group, or those whose name begins with `q`. */
export const assigneesQuery = (filter: { q?: string; group?: string }) =>
  queryOptions({
    queryKey: ['directory', 'assignees', filter],
    queryFn: async ({ signal }) => {
      const query = { kind: 'person', assignable: true, limit: MAX_ASSIGNEES, ...filter } as const;
      const { data, total } = await client.directory.list(query, { signal });
      const people = data.flatMap(({ name, email }) => (email === null ? [] : [{ name, email }]));
      return { people, isWhole: total <= data.length };
    },
    staleTime: 60_000,
  });

/** Returns pairs of address and name. A caller who may not read the directory gets only their own. */
export async function readNames(emails: readonly string[]): Promise<[string, string][]> {
  const me = await queryClient.ensureQueryData(meQuery);
  const own: [string, string][] = me.name === null ? [] : [[me.email, me.name]];
  if (!mayUse(me, 'directory.read')) return own;
  const query = { kind: 'person', email: emails, limit: emails.length } as const;
  const { data } = await client.directory.list(query);
  return data.flatMap(({ name, email }) => (email === null ? [] : [[email, name]]));
}
