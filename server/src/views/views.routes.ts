import { may } from '../identity/index.ts';
import { listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../platform/http/routes/route.ts';
import { createHandler, getHandler, listHandler, updateHandler } from '../records/index.ts';
import type { ViewLists } from './views.lists.ts';
import {
  View,
  ViewCreate,
  ViewDeleted,
  viewFilters,
  viewParams,
  ViewUpdate,
} from './views.schema.ts';
import { presentView } from './views.present.ts';
import { createView, deleteView, updateView, views } from './views.service.ts';

const tag = 'Views';
const policy = may('views.use');

export const viewRoutes = (lists: ViewLists): Route[] => [
  reads({
    method: 'GET',
    path: '/views',
    operationId: 'listViews',
    tag,
    summary: 'List saved views',
    description: 'Your views, and views shared with your groups or with everyone, newest first.',
    policy,
    query: listQuery(viewFilters, { sorts: ['created_at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of views.',
      schema: listEnvelope(View, 'ViewList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listHandler(views, views.table.list, { present: presentView }),
  }),
  writes({
    method: 'POST',
    path: '/views',
    operationId: 'createView',
    tag,
    summary: 'Save a view',
    description:
      'The caller becomes the owner. `query`, `columns` and `column_widths` are validated by the rules of the list. A view shows callers only the records that they may see.',
    policy,
    body: ViewCreate,
    success: { status: 201, description: 'The view.', schema: View },
    write: createHandler(createView(lists), presentView),
  }),
  reads({
    method: 'GET',
    path: '/views/:id',
    operationId: 'getView',
    tag,
    summary: 'Get a saved view',
    description: 'Responds 404 to a view of another owner unless it is shared with you.',
    policy,
    params: viewParams,
    success: { status: 200, description: 'The view.', schema: View },
    read: getHandler(views, presentView),
  }),
  patches({
    method: 'PATCH',
    path: '/views/:id',
    operationId: 'updateView',
    tag,
    summary: 'Update a saved view',
    description:
      'Allowed for the owner; managers may also update a shared view. `query`, `columns` and `column_widths` replace the stored values.',
    policy,
    params: viewParams,
    body: ViewUpdate,
    success: { status: 200, description: 'The updated view.', schema: View },
    errors: ['version_mismatch'],
    patch: updateHandler(updateView(lists), presentView),
  }),
  writes({
    method: 'DELETE',
    path: '/views/:id',
    operationId: 'deleteView',
    tag,
    summary: 'Delete a saved view',
    description: 'Allowed for the owner; managers may also delete a shared view.',
    policy,
    params: viewParams,
    success: { status: 200, description: 'The view was deleted.', schema: ViewDeleted },
    errors: ['version_mismatch'],
    write: deleteView,
  }),
];
