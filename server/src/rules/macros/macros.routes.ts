import { may } from '../../identity/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../platform/http/routes/route.ts';
import {
  createHandler,
  deleteHandler,
  getHandler,
  listHandler,
  updateHandler,
} from '../../records/index.ts';
import { MacroId } from '../actions/actions.schema.ts';
import {
  Macro,
  MacroCreate,
  MacroDeleted,
  macroFilters,
  MacroSummary,
  MacroUpdate,
} from './macros.schema.ts';
import { afterDeletion, createMacro, macros, presentMacro, updateMacro } from './macros.service.ts';

const tag = 'Macros';
const params = object({ id: MacroId });
const read = may('macros.read');
const manage = may('macros.manage');

export const macroRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/macros',
    operationId: 'listMacros',
    tag,
    summary: 'List macros',
    description: 'By name.',
    policy: read,
    query: listQuery(macroFilters, { sorts: ['name', 'created_at'], order: 'asc', pages: false }),
    success: {
      status: 200,
      description: 'A page of macros.',
      schema: listEnvelope(MacroSummary, 'MacroList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listHandler(macros, macros.table.list, { order: { sort: 'name', order: 'asc' } }),
  }),
  writes({
    method: 'POST',
    path: '/macros',
    operationId: 'createMacro',
    tag,
    summary: 'Create a macro',
    description: 'Actions with a name, which people apply to records by hand.',
    policy: manage,
    body: MacroCreate,
    success: { status: 201, description: 'The macro.', schema: Macro },
    write: createHandler(createMacro, presentMacro),
  }),
  reads({
    method: 'GET',
    path: '/macros/:id',
    operationId: 'getMacro',
    tag,
    summary: 'Get a macro',
    description: 'With its actions.',
    policy: read,
    params,
    query: object({}),
    success: { status: 200, description: 'The macro.', schema: Macro },
    read: getHandler(macros, presentMacro),
  }),
  patches({
    method: 'PATCH',
    path: '/macros/:id',
    operationId: 'updateMacro',
    tag,
    summary: 'Update a macro',
    description: '`actions` are replaced as a whole.',
    policy: manage,
    params,
    body: MacroUpdate,
    success: { status: 200, description: 'The updated macro.', schema: Macro },
    errors: ['version_mismatch'],
    patch: updateHandler(updateMacro, presentMacro),
  }),
  writes({
    method: 'DELETE',
    path: '/macros/:id',
    operationId: 'deleteMacro',
    tag,
    summary: 'Delete a macro',
    description: 'Refused while a rule applies it.',
    policy: manage,
    params,
    success: { status: 200, description: 'The deleted macro.', schema: MacroDeleted },
    errors: ['version_mismatch', 'in_use'],
    write: deleteHandler(macros, undefined, afterDeletion),
  }),
];
