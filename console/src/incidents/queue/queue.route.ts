// The route of the queue: its query is the URL, and the first page is fetched before it is shown.
import { redirect } from '@tanstack/react-router';
import { type QueueSearch, queryOf, readSearch } from './queue.search.ts';
import { queueOf } from './queue.store.ts';
import { defaultView } from './views/queue.views.ts';

export const defaultSearch: QueueSearch = { ...defaultView.query, view: defaultView.id };

export const queueRouteOptions = {
  validateSearch: (raw: Record<string, unknown>): QueueSearch => readSearch(raw),
  beforeLoad: ({ search }: { search: QueueSearch }) => {
    if (Object.keys(queryOf(search)).length === 0)
      throw redirect({ to: '/incidents', search: { ...search, ...defaultSearch }, replace: true });
  },
  loaderDeps: ({ search }: { search: QueueSearch }) => queryOf(search),
  loader: async ({ deps }: { deps: Record<string, string> }) => {
    await queueOf(deps).begin();
  },
  shouldReload: false,
};
