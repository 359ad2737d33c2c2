import { CiId } from '../cmdb/index.ts';
import { may } from '../identity/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { reads, type Route } from '../platform/http/routes/route.ts';
import { getImpact } from './impact.handlers.ts';
import { Impact, ImpactQuery } from './impact.schema.ts';

export const impactRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/cmdb/cis/:id/impact',
    operationId: 'getCiImpact',
    tag: 'CMDB',
    summary: 'Get CI impact',
    description:
      'Returns the CIs that a failure of this CI affects. Follows `depends_on` and `runs_on` from the target to the source and `part_of` from the part to the whole; `connects_to` is not followed.',
    policy: may('cmdb.read'),
    params: object({ id: CiId }),
    query: ImpactQuery,
    success: { status: 200, description: 'The impact.', schema: Impact },
    read: getImpact,
  }),
];
