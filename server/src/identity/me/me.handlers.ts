import { ApiError } from '../../platform/errors.ts';
import {
  ok,
  type PatchContext,
  type Reply,
  type RequestContext,
} from '../../platform/http/request/context.ts';
import { callerLimits } from '../../platform/limits/limits.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { lockForUpdate } from '../../records/index.ts';
import { groupsOfMember } from '../groups/groups.sql.ts';
import { permissionsOf } from '../roles.ts';
import { readAttributes } from '../users/attributes.ts';
import { saveUser, users } from '../users/users.service.ts';
import type { MeUpdate } from './me.schema.ts';
import { findCaller } from './me.sql.ts';

async function describeCaller(
  db: Db | Tx,
  { actor, deps }: Pick<RequestContext, 'actor' | 'deps'>,
): Promise<object> {
  const { id, email, roles, keyId, isInteractive = false } = actor;
  const caller = await findCaller(db, id);
  const { name = null, locale = null, time_zone = null } = caller ?? {};
  const { away_until = null, delegate = null } = caller ?? {};
  return {
    id,
    email,
    name,
    locale,
    time_zone,
    away_until,
    delegate,
    roles,
    groups: await groupsOfMember(db, email),
    permissions: permissionsOf(roles),
    limits: callerLimits(deps.limits.rateLimits),
    ...(keyId && { key_id: keyId }),
    interactive: isInteractive,
  };
}

export const getMe = async (request: RequestContext): Promise<Reply> =>
  ok(await describeCaller(request.deps.db, request));

/** Ids of callers without a row in `users` are those of clients, or of subjects of an external identity provider. */
const noProfile = (): ApiError =>
  new ApiError(
    'not_found',
    'You have no profile here: clients, and people of an external identity provider, have none.',
  );

export async function updateMe(
  tx: Tx,
  request: PatchContext<unknown, unknown, MeUpdate>,
): Promise<Reply> {
  const { id } = request.actor;
  if (!(await users.table.find(tx, id))) throw noProfile();
  const { before, context } = await lockForUpdate(tx, request, users, { id });
  const input = await request.readPatch(() => describeCaller(tx, request));
  const stored = await readAttributes(tx, context, before, input);
  await saveUser(tx, context, before, { ...before, ...stored });
  return ok(await describeCaller(tx, request));
}
