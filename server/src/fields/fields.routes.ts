import { may } from '../identity/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../platform/http/routes/route.ts';
import { createHandler, getHandler, updateHandler } from '../records/index.ts';
import { Field, FieldCreate, fieldFilters, FieldId, FieldUpdate } from './fields.schema.ts';
import {
  createField,
  fieldRecord,
  listFields,
  presentField,
  updateField,
} from './fields.service.ts';

const tag = 'Fields';
const params = object({ id: FieldId });
const read = may('fields.read');
const manage = may('fields.manage');

export const fieldRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/fields',
    operationId: 'listFields',
    tag,
    summary: 'List custom fields',
    description:
      'In the order in which they are shown. Callers get the active fields of the records that they may read, as far as they see their values; those who manage fields get all.',
    policy: read,
    query: listQuery(fieldFilters, {
      sorts: ['position', 'created_at'],
      order: 'asc',
      pages: false,
    }),
    success: {
      status: 200,
      description: 'A page of fields.',
      schema: listEnvelope(Field, 'FieldList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listFields,
  }),
  writes({
    method: 'POST',
    path: '/fields',
    operationId: 'createField',
    tag,
    summary: 'Create a field',
    description:
      'Records of the type then have a value of this key in `custom`. A `filterable` field gets an index in the background; lists take `cf.<key>` once `index.state` is `ready`.',
    policy: manage,
    body: FieldCreate,
    success: { status: 201, description: 'The field.', schema: Field },
    errors: ['already_exists'],
    write: createHandler(createField, presentField),
  }),
  reads({
    method: 'GET',
    path: '/fields/:id',
    operationId: 'getField',
    tag,
    summary: 'Get a field',
    description: 'Includes how far the index of a filterable field is.',
    policy: read,
    params,
    query: object({}),
    success: { status: 200, description: 'The field.', schema: Field },
    showsUnversioned: true,
    read: getHandler(fieldRecord, presentField),
  }),
  patches({
    method: 'PATCH',
    path: '/fields/:id',
    operationId: 'updateField',
    tag,
    summary: 'Update a field',
    description:
      'Its record type, key and type stay. A field that is no longer needed gets `active: false`: forms hide it, and its values stay readable.',
    policy: manage,
    params,
    body: FieldUpdate,
    success: { status: 200, description: 'The updated field.', schema: Field },
    errors: ['version_mismatch'],
    patch: updateHandler(updateField, presentField),
  }),
];
