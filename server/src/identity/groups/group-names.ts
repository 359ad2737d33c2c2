// Requests may name a group by any name that it has or had.
import type { RequestContext } from '../../platform/http/request/context.ts';
import { allGroupNames, presentGroupNames } from './group-names.sql.ts';

/** The values of these filters are names of groups. */
const PARAMETERS = ['assignment_group', 'support_group'] as const;

type GroupQuery = { [Parameter in (typeof PARAMETERS)[number]]?: readonly string[] };

/** A filter by one name of a group matches the records that carry any of them: ended records keep an old one. */
export async function withAllGroupNames<R extends RequestContext>(request: R): Promise<R> {
  const query = { ...(request.query as GroupQuery) };
  for (const parameter of PARAMETERS) {
    const given = query[parameter];
    if (!given?.length) continue;
    query[parameter] = (await allGroupNames(request.deps.db, given)).toSorted();
  }
  return { ...request, query };
}

interface Count {
  value: string;
  count: number;
}

/** Adds the counts of all names of a group under the present one, and returns the most frequent first. */
export async function sumByGroup(
  { deps }: Pick<RequestContext, 'deps'>,
  counts: readonly Count[],
): Promise<Count[]> {
  if (counts.length === 0) return [];
  const names = await presentGroupNames(
    deps.db,
    counts.map(({ value }) => value),
  );
  const sums = new Map<string, number>();
  for (const { value, count } of counts) {
    const name = names.get(value) ?? value;
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return [...sums]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count);
}
