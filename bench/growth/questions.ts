// The same few requests are measured at every size; each is one row of docs/scale.md.
import { newIncident } from '../ratios/subjects.ts';
import type { Requests } from '../ratios/wrk.ts';

export interface Kind {
  /** The figures have this name. */
  key: string;
  requests: Requests;
  isWrite?: boolean;
  /** Most of its time is spent in PostgreSQL, so that it would only delay the warm-up of the process. */
  isSearch?: boolean;
}

const TEAMS = ['Web Platform 1', 'Network 1', 'Databases 1'].map(encodeURIComponent).join(',');
const OPEN = 'new,in_progress,on_hold,reopened';

/** Only deliveries of incidents with this category are wanted, so that other writes are not delivered. */
export const DELIVERED_CATEGORY = 'growth';

export const kinds: readonly Kind[] = [
  { key: 'get', requests: { method: 'GET', paths: ['/incidents/{id}'], weight: 6 } },
  { key: 'list', requests: { method: 'GET', paths: ['/incidents?limit=50'], weight: 2 } },
  {
    key: 'teams',
    requests: {
      method: 'GET',
      paths: [
        `/incidents?assignment_group=${TEAMS}&state=${OPEN}&sort=sla_breach_at&order=asc&limit=50`,
      ],
    },
  },
  { key: 'timeline', requests: { method: 'GET', paths: ['/incidents/{id}/timeline'] } },
  {
    key: 'list_search',
    requests: { method: 'GET', paths: ['/incidents?q=password&limit=50'] },
    isSearch: true,
  },
  {
    key: 'search',
    requests: { method: 'GET', paths: ['/search?q=password&limit=5'] },
    isSearch: true,
  },
  {
    key: 'patch',
    requests: {
      method: 'PATCH',
      paths: ['/incidents/{id}'],
      body: { category: 'patched {nnnn}' },
    },
    isWrite: true,
  },
  {
    key: 'post',
    requests: { method: 'POST', paths: ['/incidents'], body: newIncident },
    isWrite: true,
  },
];

/** Its difference from `post` is the price of one delivery. */
export const delivered: Kind = {
  key: 'post_delivered',
  requests: {
    method: 'POST',
    paths: ['/incidents'],
    body: { ...newIncident, category: DELIVERED_CATEGORY },
  },
  isWrite: true,
};
