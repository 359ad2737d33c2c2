import { bulkRoute } from '../bulk/index.ts';
import { may, withAllGroupNames } from '../identity/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../platform/http/routes/route.ts';
import {
  createHandler,
  customFilterPatterns,
  getHandler,
  listedCustom,
  listHandler,
  timelineRoute,
  updateHandler,
} from '../records/index.ts';
import { ciBulk } from './cmdb.bulk.ts';
import { cis, presentCi } from './cmdb.record.ts';
import {
  Ci,
  CiCreate,
  ciFilters,
  CiId,
  CiSummary,
  CiUpdate,
  timelineExample,
} from './cmdb.schema.ts';
import { createCi, updateCi } from './cmdb.service.ts';

const params = object({ id: CiId });
const tag = 'CMDB';
const read = may('cmdb.read');
const write = may('cmdb.write');

export const ciRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/cmdb/cis',
    operationId: 'listCis',
    tag,
    summary: 'List configuration items',
    description:
      'Newest first. A GET of a single configuration item also shows its attributes and relations.',
    policy: read,
    query: listQuery(ciFilters, {
      sorts: ['created_at', 'updated_at'],
      order: 'desc',
      pages: true,
      patterns: customFilterPatterns,
    }),
    success: {
      status: 200,
      description: 'A page of configuration items.',
      schema: listEnvelope(CiSummary, 'CiList', {
        total: true,
        more: listedCustom,
      }),
    },
    errors: ['invalid_cursor'],
    read: listHandler(cis, cis.table.list, { expand: withAllGroupNames }),
  }),
  writes({
    method: 'POST',
    path: '/cmdb/cis',
    operationId: 'createCi',
    tag,
    summary: 'Create a configuration item',
    description:
      'Refused with `identity_conflict` if another configuration item has the same `serial_number`, `fqdn`, or `class` and `name`; `ci_id` in the error names it.',
    policy: write,
    body: CiCreate,
    success: { status: 201, description: 'The configuration item.', schema: Ci },
    errors: ['identity_conflict'],
    write: createHandler(createCi, presentCi),
  }),
  reads({
    method: 'GET',
    path: '/cmdb/cis/:id',
    operationId: 'getCi',
    tag,
    summary: 'Get a configuration item',
    description: 'Includes the relations in both directions.',
    policy: read,
    params,
    success: { status: 200, description: 'The configuration item.', schema: Ci },
    read: getHandler(cis, presentCi, { hasParts: true }),
  }),
  patches({
    method: 'PATCH',
    path: '/cmdb/cis/:id',
    operationId: 'updateCi',
    tag,
    summary: 'Update a configuration item',
    description:
      'Absent fields keep their values; null clears a field. `attributes` are merged, `relations` are replaced as a whole. Read-only fields may be sent back unchanged.',
    policy: write,
    params,
    body: CiUpdate,
    success: { status: 200, description: 'The updated configuration item.', schema: Ci },
    errors: ['identity_conflict', 'version_mismatch'],
    patch: updateHandler(updateCi, presentCi),
  }),
  timelineRoute(cis, {
    Id: CiId,
    tag,
    operationId: 'listCiTimeline',
    description:
      'Newest first: each update with its actor and changes, including attributes and relations, and the deliveries of its events.',
    title: 'CiTimeline',
    policy: read,
    parts: [],
    example: timelineExample,
  }),
  bulkRoute({
    type: 'cis',
    path: '/cmdb/cis',
    operations: ciBulk,
    Update: CiUpdate,
    title: 'CiBulk',
    operationId: 'bulkCis',
    tag,
    noun: 'CI',
    policy: may('cmdb.bulk'),
    example: {
      operation: 'discover',
      records: [{ serial_number: 'SN-4711', name: 'web-01', class: 'server' }],
    },
  }),
];
