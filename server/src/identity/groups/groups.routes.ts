import Type from 'typebox';
import { anyOf, listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { object } from '../../platform/http/input/schema.ts';
import { may } from '../roles.ts';
import { Group, GroupCreate, GroupId, GroupUpdate } from './groups.schema.ts';
import { createGroup, getGroup, listGroups, updateGroup } from './groups.handlers.ts';

const params = object({ id: GroupId });
const tag = 'Groups';
const policy = may('groups.manage');

export const groupRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/groups',
    operationId: 'listGroups',
    tag,
    summary: 'List groups',
    description: 'Newest first.',
    policy,
    query: listQuery(
      {
        name: Type.Optional(
          anyOf(Type.String({ minLength: 1, maxLength: 255 }), 'Name of the group.'),
        ),
      },
      { sorts: ['created_at'], order: 'desc', pages: true },
    ),
    success: {
      status: 200,
      description: 'A page of groups.',
      schema: listEnvelope(Group, 'GroupList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listGroups,
  }),
  writes({
    method: 'POST',
    path: '/groups',
    operationId: 'createGroup',
    tag,
    summary: 'Create a group',
    description:
      'Records may name groups that are not defined here; a group defined here also has an e-mail address and members.',
    policy,
    body: GroupCreate,
    success: { status: 201, description: 'The group.', schema: Group },
    errors: ['already_exists'],
    write: createGroup,
  }),
  reads({
    method: 'GET',
    path: '/groups/:id',
    operationId: 'getGroup',
    tag,
    summary: 'Get a group',
    description: 'Includes all members.',
    policy,
    params,
    success: { status: 200, description: 'The group.', schema: Group },
    read: getGroup,
  }),
  patches({
    method: 'PATCH',
    path: '/groups/:id',
    operationId: 'updateGroup',
    tag,
    summary: 'Update a group',
    description:
      '`members` replaces the whole list. A new `name` is given to the open records of the group by a job, each with a version, an audit entry and its events; ended records keep the old name. Old names stay reserved: filters and writes that use one mean this group, and counts are summed under the present name.',
    policy,
    params,
    body: GroupUpdate,
    success: { status: 200, description: 'The updated group.', schema: Group },
    errors: ['already_exists', 'provisioned', 'version_mismatch'],
    patch: updateGroup,
  }),
];
