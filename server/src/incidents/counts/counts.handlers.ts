// Counts incidents by facets, for the numbers beside the filters of a queue.
import { sumByGroup, withAllGroupNames } from '../../identity/index.ts';
import { filtersOf } from '../../platform/http/output/pagination.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { addressesOf } from '../../platform/context.ts';
import { withAllAddresses } from '../../platform/lists/addresses.ts';
import { countFacets } from '../../platform/lists/facets.ts';
import { withCustomFilters } from '../../records/index.ts';
import { incidents } from '../incidents.record.ts';
import { incidentTotals } from '../incidents.sql.ts';
import type { CountedField } from './counts.schema.ts';

interface CountsQuery {
  by: CountedField[];
  q?: string;
}

export async function countIncidents(sent: RequestContext<unknown, CountsQuery>): Promise<Reply> {
  const request = await withAllGroupNames(sent);
  const { now, deps, actor } = request;
  const { spec, query } = withCustomFilters(
    'incident',
    { ...incidents.table.list, total: incidentTotals },
    request,
  );
  const filters = await withAllAddresses(
    deps.db,
    addressesOf(actor),
    spec,
    filtersOf(spec, { ...query }),
  );
  const scope = incidents.visibility?.scope(request) ?? { key: 'all' };
  const { by, total, isLowerBound, lowerBounds } = await countFacets(
    deps.db,
    spec,
    { filters, q: query.q, scope, now },
    [...new Set(query.by)],
  );
  const groups = by.assignment_group && (await sumByGroup(request, by.assignment_group));
  return ok({
    by: { ...by, ...(groups && { assignment_group: groups }) },
    total,
    ...(isLowerBound && { total_is_lower_bound: true }),
    ...(lowerBounds.length > 0 && { lower_bounds: lowerBounds }),
  });
}
