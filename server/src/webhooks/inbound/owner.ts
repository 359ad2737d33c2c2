// A webhook acts as its owner, with the owner's current roles.
import { actorNow } from '../../identity/index.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Actor } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import { actionSpecs } from './inbound.actions.ts';
import type { InboundRow } from './inbound.sql.ts';

/** Undefined if the owner is deactivated or may no longer do what the webhook does. */
export async function actingOwner(
  deps: Pick<Deps, 'db' | 'config'>,
  { owner_id: id, owner: email, owner_roles: roles, action }: InboundRow,
): Promise<Actor | undefined> {
  const actor = await actorNow(deps, { id, email, roles });
  return actor && reachOf(actionSpecs[action].policy, actor) ? actor : undefined;
}
