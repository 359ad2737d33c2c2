// The lists need no filter by person: a requester sees only their own records.
import { infiniteQueryOptions } from '@tanstack/react-query';
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
}

export interface OwnQuery {
  type: OwnType;
  isFinished: boolean;
  q?: string | undefined;
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
const requestFields = ['short_description', 'state', 'created_at', 'updated_at'] as const;

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
  words: { q?: string; cursor?: string };
  signal: AbortSignal;
}

const readIncidents = async ({ kind, words, signal }: Found): Promise<ListPage<OwnRow>> => {
  const query = { ...order, ...words, state: incidentStates[kind], fields: incidentFields };
  const { rows, ...page } = pageOf(await client.incidents.list(query, { signal }));
  return { ...page, rows: rows.map((row) => ({ ...row, type: 'incident' })) };
};

const readRequests = async ({ kind, words, signal }: Found): Promise<ListPage<OwnRow>> => {
  const query = { ...order, ...words, state: requestStates[kind], fields: requestFields };
  const { rows, ...page } = pageOf(await client.serviceRequests.list(query, { signal }));
  const without = { on_hold_reason: null, last_reply_at: null };
  return { ...page, rows: rows.map((row) => ({ ...row, ...without, type: 'request' })) };
};

const reads = { incident: readIncidents, request: readRequests };

/** The row updated last comes first. */
export const ownQuery = ({ type, isFinished, q = '' }: OwnQuery) =>
  infiniteQueryOptions({
    queryKey: ['own', type, isFinished, q],
    queryFn: ({ pageParam, signal }) =>
      reads[type]({
        kind: isFinished ? 'finished' : 'open',
        words: { ...(q !== '' && { q }), ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 5_000,
  });
