// People are found by the beginning of each word of their name, or of their address.
import { findPeople, may } from '../identity/index.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import { apiUrl } from '../platform/http/request/request-url.ts';
import type { SearchSource } from '../records/index.ts';

export const peopleSource: SearchSource = {
  type: 'person',
  async search({ deps, actor, baseUrl, q, limit }) {
    if (!reachOf(may('directory.read'), actor)) return undefined;
    const people = await findPeople(deps.db, q, limit);
    return {
      hits: people.map(({ id, name, email }) => ({
        id,
        title: name,
        url: apiUrl(baseUrl, `/directory/${encodeURIComponent(email)}`),
        highlights: [],
      })),
    };
  },
};
