import { may } from '../identity/index.ts';
import { reads, type Route } from '../platform/http/routes/route.ts';
import type { SearchSource } from '../records/index.ts';
import { searchAll } from './search.handlers.ts';
import { searchQuery, SearchResults } from './search.schema.ts';

export const searchRoutes = (sources: readonly SearchSource[]): Route[] => [
  reads({
    method: 'GET',
    path: '/search',
    operationId: 'search',
    tag: 'Search',
    summary: 'Search all records',
    description:
      'Finds incidents, with the notes that you may read, changes, service requests, articles, catalog items that you may order, CIs and people by words, and a record by its id. Returns only what you may read.',
    policy: may('search.use'),
    query: searchQuery,
    success: { status: 200, description: 'The results by type.', schema: SearchResults },
    read: searchAll(sources),
  }),
];
