// A webhook acts as its owner, with the owner's current roles.
import { actorNow, may } from '../../identity/index.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Actor } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import type { InboundRow } from './inbound.sql.ts';

/** Undefined if the owner is deactivated or may no longer create incidents. */
export async function actingOwner(
  deps: Pick<Deps, 'db' | 'config'>,
  { owner_id: id, owner: email, owner_roles: roles }: InboundRow,
): Promise<Actor | undefined> {
  const actor = await actorNow(deps, { id, email, roles });
  return actor && reachOf(may('incidents.create'), actor) ? actor : undefined;
}
