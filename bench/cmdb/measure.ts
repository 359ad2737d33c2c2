// Measures response times of the CMDB over HTTP, one request at a time.
import { Seal } from '../../server/src/platform/lists/cursor.ts';
import type { Instance } from '../../server/test/support/harness.ts';
import { classes, DAYS, environments, groups, owners, statuses } from './fill.ts';
import { measureResponse } from '../response-time.ts';

export interface Timing {
  name: string;
  p50: number;
  p95: number;
  p99: number;
}

const WARM_UP = 5;

function timingOf(name: string, times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10;
  return { name, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

async function measure(
  instance: Instance,
  name: string,
  requests: number,
  pathOf: (n: number) => string,
): Promise<Timing> {
  const token = await instance.tokenFor('agent');
  const times: number[] = [];
  for (let n = -WARM_UP; n < requests; n += 1) {
    const ms = await measureResponse(instance, token, pathOf(Math.abs(n)));
    if (n >= 0) times.push(ms);
  }
  return timingOf(name, times);
}

/** The CIs are drawn at random, but every fifth is one of the oldest, which include the hubs. */
export async function measureImpact(
  instance: Instance,
  requests: number,
  depth: number,
): Promise<Timing> {
  const rows = await instance.sql(
    `(select id from cis order by created_at limit $1::int)
     union all
     (select id from cis order by random() limit $1::int)`,
    [requests],
  );
  const ids: string[] = rows.map(({ id }) => id);
  const [hubs, others] = [ids.slice(0, ids.length / 2), ids.slice(ids.length / 2)];
  const idOf = (n: number) => (n % 5 === 0 ? hubs : others)[n % others.length] ?? '';
  return measure(
    instance,
    `impact, depth ${depth}`,
    requests,
    (n) => `/cmdb/cis/${idOf(n)}/impact?depth=${depth}`,
  );
}

const filters: Record<string, readonly string[]> = {
  class: classes,
  status: statuses,
  environment: environments,
  owner: owners,
  support_group: groups,
};

/** Builds a cursor two thirds down the list, as the list itself would have returned it. */
function deepCursor(instance: Instance, filter: string, value: string, sort: string): string {
  const bound = ['cis', 'all', { [filter]: [value] }, sort, 'desc'];
  const at = new Date(Date.now() - (DAYS * 86_400_000 * 2) / 3).toISOString();
  return new Seal(instance.deps.keys, bound).close(at, 'CI1');
}

/** Measures first and deep pages of each filter in both sorts, over all values of the filter. */
export async function measureLists(instance: Instance, requests: number): Promise<Timing[]> {
  const timings: Timing[] = [];
  for (const [filter, values] of Object.entries(filters)) {
    for (const sort of ['created_at', 'updated_at']) {
      const valueOf = (n: number) => values[n % values.length] ?? '';
      const query = (n: number) =>
        `/cmdb/cis?${new URLSearchParams({ [filter]: valueOf(n), sort, limit: '50' }).toString()}`;
      const deep = (n: number) =>
        `${query(n)}&cursor=${deepCursor(instance, filter, valueOf(n), sort)}`;
      const name = `list by ${filter}, ${sort}`;
      timings.push(await measure(instance, name, requests, query));
      timings.push(await measure(instance, `${name}, deep`, requests, deep));
    }
  }
  return timings;
}
