import { etagOf } from '../../platform/http/request/context.ts';
import { ENTERPRISE_SCHEMA, USER_SCHEMA, userType } from '../protocol/resource-types.ts';
import { includes, project, type Projection } from '../protocol/projection.ts';
import { emailsOf } from './users.draft.ts';
import type { GroupOfUser, ProvisionedUser } from './users.sql.ts';

const withoutNulls = (source: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => (value ?? null) !== null));

const locationOf = (root: string, id: string): string => `${root}/Users/${id}`;

const enterpriseOf = ({ department, manager }: ProvisionedUser, root: string) =>
  withoutNulls({
    department,
    manager: manager && {
      value: manager.id,
      $ref: locationOf(root, manager.id),
      displayName: manager.name,
    },
  });

export const includesGroups = (projection: Projection): boolean => includes(projection, 'groups');

export function presentUser(
  user: ProvisionedUser,
  groups: readonly GroupOfUser[],
  root: string,
  projection: Projection,
): Record<string, unknown> {
  const enterprise = enterpriseOf(user, root);
  const isExtended = Object.keys(enterprise).length > 0;
  const resource = withoutNulls({
    schemas: [USER_SCHEMA, ...(isExtended ? [ENTERPRISE_SCHEMA] : [])],
    id: user.id,
    externalId: user.external_id,
    userName: user.email,
    name: user.attributes.name,
    displayName: user.name,
    title: user.title,
    locale: user.locale,
    timezone: user.time_zone,
    active: user.active,
    emails: emailsOf(user),
    groups:
      groups.length === 0
        ? null
        : groups.map(({ id, name }) => ({
            value: id,
            $ref: `${root}/Groups/${id}`,
            display: name,
          })),
    ...(isExtended && { [ENTERPRISE_SCHEMA]: enterprise }),
    meta: {
      resourceType: 'User',
      created: user.created_at,
      lastModified: user.updated_at,
      version: etagOf(user.version),
      location: locationOf(root, user.id),
    },
  });
  return project(resource, projection, userType);
}
