import { type Reply, type RequestContext, ok } from '../../platform/http/request/context.ts';
import { callerLimits } from '../../platform/limits/limits.ts';
import { groupsOfMember } from '../groups/groups.sql.ts';
import { permissionsOf } from '../roles.ts';
import { nameOfSubject } from './me.sql.ts';

export async function getMe({ actor, deps }: RequestContext): Promise<Reply> {
  const { id, email, roles, keyId, isInteractive = false } = actor;
  return ok({
    id,
    email,
    name: await nameOfSubject(deps.db, id),
    roles,
    groups: await groupsOfMember(deps.db, email),
    permissions: permissionsOf(roles),
    limits: callerLimits(deps.limits.rateLimits),
    ...(keyId && { key_id: keyId }),
    interactive: isInteractive,
  });
}
