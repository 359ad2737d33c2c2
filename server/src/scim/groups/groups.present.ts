import { etagOf } from '../../platform/http/request/context.ts';
import { project, type Projection } from '../protocol/projection.ts';
import { GROUP_SCHEMA, groupType } from '../protocol/resource-types.ts';
import type { Member, ProvisionedGroup } from './groups.sql.ts';

export function presentGroup(
  group: ProvisionedGroup,
  members: readonly Member[],
  root: string,
  projection: Projection,
): Record<string, unknown> {
  const resource = {
    schemas: [GROUP_SCHEMA],
    id: group.id,
    ...(group.external_id !== null && { externalId: group.external_id }),
    displayName: group.name,
    members: members.map(({ id, name }) => ({
      value: id,
      $ref: `${root}/Users/${id}`,
      type: 'User',
      display: name,
    })),
    meta: {
      resourceType: 'Group',
      created: group.created_at,
      lastModified: group.updated_at,
      version: etagOf(group.version),
      location: `${root}/Groups/${group.id}`,
    },
  };
  return project(resource, projection, groupType);
}
