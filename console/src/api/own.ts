// The lists need no filter by person: a requester sees only their own records.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ProgressStep } from './catalog/request-parts.ts';
import { client } from './client.ts';
import { type ListPage, pageOf } from './pages.ts';

export type OwnType = 'incident' | 'request';

export interface OwnRow {
  type: OwnType;
  id: string;
  short_description: string;
  state: string;
  /** Says whether a report waits for its reporter; requests have none. */
  on_hold_reason: string | null;
  /** The last message between reporter and team; requests do not say it. */
  last_reply_at: string | null;
  created_at: string;
  updated_at: string;
  /** Reports have none: their steps follow from the state. */
  progress: readonly ProgressStep[];
}

export interface OwnQuery {
  type: OwnType;
  me: OwnReader;
  isFinished: boolean;
  q?: string | undefined;
}

/** Agents read the records of others as well, and approvers those requests that they decide. */
interface OwnReader {
  email: string;
  readsAll: boolean;
}

const PAGE_SIZE = 20;
const order = { sort: 'updated_at', order: 'desc', limit: PAGE_SIZE } as const;

const incidentFields = [
  'short_description',
  'state',
  'on_hold_reason',
  'last_reply_at',
  'created_at',
  'updated_at',
] as const;
const requestFields = [
  'short_description',
  'state',
  'requested_by',
  'requested_for',
  'created_at',
  'updated_at',
  'progress',
] as const;

const incidentStates = {
  open: ['new', 'in_progress', 'on_hold', 'reopened', 'resolved'],
  finished: ['closed', 'cancelled'],
} as const;
const requestStates = {
  open: ['submitted', 'approved'],
  finished: ['fulfilled', 'rejected', 'cancelled'],
} as const;

interface Found {
  kind: 'open' | 'finished';
  me: OwnReader;
  words: { q?: string; cursor?: string };
  signal: AbortSignal;
}

const readIncidents = async ({ kind, me, words, signal }: Found): Promise<ListPage<OwnRow>> => {
  const { rows, ...page } = pageOf(
    await client.incidents.list(
      {
        ...order,
        ...words,
        ...(me.readsAll && { requester: me.email }),
        state: incidentStates[kind],
        fields: incidentFields,
      },
      { signal },
    ),
  );
  return { ...page, rows: rows.map((row) => ({ ...row, type: 'incident', progress: [] })) };
};

interface Parties {
  requested_by: string;
  requested_for: string | null;
}

export const isOwnRequest = ({ requested_by, requested_for }: Parties, email: string): boolean =>
  [requested_by, requested_for].some((one) => one?.toLowerCase() === email.toLowerCase());

const readRequests = async ({ kind, words, signal }: Found): Promise<ListPage<OwnRow>> => {
  const query = {
    ...order,
    ...words,
    own: true,
    state: requestStates[kind],
    fields: requestFields,
  };
  const { rows, ...page } = pageOf(await client.serviceRequests.list(query, { signal }));
  const without = { on_hold_reason: null, last_reply_at: null };
  return { ...page, rows: rows.map((row) => ({ ...row, ...without, type: 'request' })) };
};

const reads = { incident: readIncidents, request: readRequests };

/** The row updated last comes first. */
export const ownQuery = ({ type, me, isFinished, q = '' }: OwnQuery) =>
  infiniteQueryOptions({
    queryKey: ['own', type, isFinished, q, me],
    queryFn: ({ pageParam, signal }) =>
      reads[type]({
        kind: isFinished ? 'finished' : 'open',
        me,
        words: { ...(q !== '' && { q }), ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 5_000,
  });

export interface DecidableRow extends Parties {
  id: string;
  short_description: string;
  created_at: string;
}

const MAX_DECIDABLE = 20;

/** The requests that wait for the reader's decision, the oldest first. */
export const decidableQuery = queryOptions({
  queryKey: ['own', 'decidable'],
  queryFn: async ({ signal }) =>
    pageOf<DecidableRow>(
      await client.serviceRequests.list(
        {
          decidable: true,
          sort: 'created_at',
          order: 'asc',
          limit: MAX_DECIDABLE,
          fields: ['short_description', 'requested_by', 'requested_for', 'created_at'],
        },
        { signal },
      ),
    ),
  staleTime: 5_000,
});
