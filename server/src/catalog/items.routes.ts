// Each endpoint of catalog items is one row.
import { may } from '../identity/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { listQuery } from '../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../platform/http/routes/route.ts';
import { actionHandler, createHandler, updateHandler } from '../records/index.ts';
import { getItem, listItems } from './items.handlers.ts';
import { catalogItems, presentItem } from './items.record.ts';
import {
  CatalogItem,
  CatalogItemCreate,
  catalogItemFilters,
  CatalogItemId,
  CatalogItemList,
  CatalogItemUpdate,
} from './items.schema.ts';
import { previewItem } from './preview/preview.handlers.ts';
import { CatalogPreview, CatalogPreviewResult } from './preview/preview.schema.ts';
import { getVersion, listVersions } from './versions/versions.handlers.ts';
import {
  CatalogVersion,
  CatalogVersionList,
  versionParams,
  versionsQuery,
} from './versions/versions.schema.ts';
import { createItem, publishItem, retireItem, updateItem } from './items.service.ts';

const { path } = catalogItems;
const params = object({ id: CatalogItemId });
const tag = 'Service catalog';
const read = may('catalog.read');
const readHistory = may('catalog.read_history');
const manage = may('catalog.manage');
const success = { status: 200, description: 'The item.', schema: CatalogItem } as const;

export const itemRoutes: Route[] = [
  reads({
    method: 'GET',
    path,
    operationId: 'listCatalogItems',
    tag,
    summary: 'List catalog items',
    description:
      'By name. Filters are combined with AND; comma-separated values within one filter match any of them. Requesters see only items that they may order.',
    policy: read,
    query: listQuery(catalogItemFilters, {
      sorts: ['name', 'created_at', 'updated_at'],
      order: 'asc',
      pages: true,
    }),
    success: { status: 200, description: 'A page of items.', schema: CatalogItemList },
    errors: ['invalid_cursor'],
    read: listItems,
  }),
  writes({
    method: 'POST',
    path,
    operationId: 'createCatalogItem',
    tag,
    summary: 'Create a catalog item',
    description:
      'The state is draft: nobody can order it before it is published. A draft may be incomplete.',
    policy: manage,
    body: CatalogItemCreate,
    success: { status: 201, description: 'The item. `Location` is its URL.', schema: CatalogItem },
    write: createHandler(createItem, presentItem),
  }),
  reads({
    method: 'POST',
    path: `${path}/preview`,
    operationId: 'previewCatalogItem',
    tag,
    summary: 'Preview a catalog item',
    description:
      'Tries an item that need not be saved: which questions answers show, what a request would store, who could approve it now, and why it could not be published. Changes nothing.',
    policy: manage,
    body: CatalogPreview,
    ignoresIdempotencyKey: true,
    success: { status: 200, description: 'The effect.', schema: CatalogPreviewResult },
    read: previewItem,
  }),
  reads({
    method: 'GET',
    path: `${path}/:id`,
    operationId: 'getCatalogItem',
    tag,
    summary: 'Get a catalog item',
    description:
      'With its form, as it is published. Responds 404 to requesters for an item that they may not order.',
    policy: read,
    params,
    query: object({}),
    success,
    read: getItem,
  }),
  patches({
    method: 'PATCH',
    path: `${path}/:id`,
    operationId: 'updateCatalogItem',
    tag,
    summary: 'Update a catalog item',
    description:
      'Absent fields keep their values; null clears a field. The edit of a published item becomes its pending revision, and what people order does not change. `form`, `approvals` and `tasks` are replaced as a whole. Read-only fields may be sent back unchanged.',
    policy: manage,
    params,
    body: CatalogItemUpdate,
    success: { status: 200, description: 'The updated item.', schema: CatalogItem },
    errors: ['version_mismatch'],
    patch: updateHandler(updateItem, presentItem),
  }),
  writes({
    method: 'POST',
    path: `${path}/:id/publish`,
    operationId: 'publishCatalogItem',
    tag,
    summary: 'Publish a catalog item',
    description:
      'Checks the whole item, makes its pending revision live, and stores what was published as a version that never changes.',
    policy: manage,
    params,
    success,
    errors: ['no_pending_revision', 'version_mismatch'],
    write: actionHandler(catalogItems, publishItem, presentItem),
  }),
  writes({
    method: 'POST',
    path: `${path}/:id/retire`,
    operationId: 'retireCatalogItem',
    tag,
    summary: 'Retire a catalog item',
    description:
      'From published to retired: nobody can order it any more. Requests that were made keep their version. It can be published again.',
    policy: manage,
    params,
    success,
    errors: ['invalid_transition', 'version_mismatch'],
    write: actionHandler(catalogItems, retireItem, presentItem),
  }),
  reads({
    method: 'GET',
    path: `${path}/:id/versions`,
    operationId: 'listCatalogItemVersions',
    tag,
    summary: 'List versions',
    description: 'Newest first, one version for each publication.',
    policy: readHistory,
    params,
    query: versionsQuery,
    success: { status: 200, description: 'A page of versions.', schema: CatalogVersionList },
    errors: ['invalid_cursor'],
    read: listVersions,
  }),
  reads({
    method: 'GET',
    path: `${path}/:id/versions/:version`,
    operationId: 'getCatalogItemVersion',
    tag,
    summary: 'Get a version',
    description: 'Returns what was published. It never changes, and service requests refer to it.',
    policy: readHistory,
    params: versionParams,
    success: { status: 200, description: 'The version.', schema: CatalogVersion },
    read: getVersion,
  }),
];
