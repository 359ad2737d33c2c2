import { ok, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import { hasWords } from '../platform/lists/search-query.ts';
import { DEFAULT_LIMIT, type SearchQuery } from './search.schema.ts';
import type { SearchGroup, SearchSource } from '../records/index.ts';

/** A request uses at most so many connections of the pool. */
const AT_ONCE = 2;

interface Found extends SearchGroup {
  type: string;
}

/** The group with the id of the query comes first, the others in the order of the sources. */
const inOrder = (groups: readonly Found[]): Found[] =>
  groups.toSorted((a, b) => Number(b.isId ?? false) - Number(a.isId ?? false));

export const searchAll =
  (sources: readonly SearchSource[]) =>
  async (request: RequestContext<unknown, SearchQuery>): Promise<Reply> => {
    const { deps, actor, baseUrl, now } = request;
    const { q, types, limit = DEFAULT_LIMIT } = request.query;
    const asked = sources.filter(({ type }) => !types || types.includes(type));
    const given = { deps, actor, baseUrl, now, q, limit, hasWords: await hasWords(deps.db, q) };
    const found = new Map<string, Found>();
    const waiting = asked.values();
    const work = async () => {
      for (const source of waiting) {
        const group = await source.search(given);
        if (group && group.hits.length > 0) found.set(source.type, { type: source.type, ...group });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const groups = asked.flatMap(({ type }) => found.get(type) ?? []);
    return ok({
      groups: inOrder(groups).map(({ type, total, hits }) => ({
        type,
        ...(total !== undefined && { total }),
        data: hits,
      })),
    });
  };
