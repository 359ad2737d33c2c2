import { ok, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import { DEFAULT_LIMIT, type SearchQuery } from './search.schema.ts';
import type { SearchGroup, SearchRequest, SearchSource } from '../records/index.ts';

/** A request uses at most so many connections of the pool. */
const AT_ONCE = 2;

interface Found extends SearchGroup {
  type: string;
}

/** Asks the sources for their groups, two at a time; returns those with a hit, in the order of the sources. */
async function askSources(
  sources: readonly SearchSource[],
  request: SearchRequest,
): Promise<Found[]> {
  const found = new Map<string, Found>();
  const waiting = sources.values();
  const work = async () => {
    for (const source of waiting) {
      const group = await source.search(request);
      if (group && group.hits.length > 0) found.set(source.type, { type: source.type, ...group });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sources.flatMap(({ type }) => found.get(type) ?? []);
}

/** Ids of different types have different forms, so at most one source reads anything. */
async function findById(
  sources: readonly SearchSource[],
  request: SearchRequest,
): Promise<Found | undefined> {
  for (const source of sources) {
    const hit = await source.findById?.(request);
    if (hit) return { type: source.type, hits: [hit] };
  }
  return undefined;
}

export const searchAll =
  (sources: readonly SearchSource[]) =>
  async (context: RequestContext<unknown, SearchQuery>): Promise<Reply> => {
    const { deps, actor, baseUrl, now } = context;
    const { q, types, limit = DEFAULT_LIMIT } = context.query;
    const asked = sources.filter(({ type }) => !types || types.includes(type));
    const request = { deps, actor, baseUrl, now, q, limit };
    const byId = await findById(asked, request);
    const groups = byId ? [byId] : await askSources(asked, request);
    return ok({
      groups: groups.map(({ type, total, hits }) => ({
        type,
        ...(total !== undefined && { total }),
        data: hits,
      })),
    });
  };
