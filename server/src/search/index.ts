import type { Feature } from '../feature.ts';
import { searchedTypes } from '../records/index.ts';
import { peopleSource } from './people-source.ts';
import { searchRoutes } from './search.routes.ts';

export const searchFeature: Feature = {
  routes: (features) =>
    searchRoutes(
      features
        .flatMap(({ search = [] }) => search)
        .toSorted((a, b) => searchedTypes.indexOf(a.type) - searchedTypes.indexOf(b.type)),
    ),
  search: [peopleSource],
};
