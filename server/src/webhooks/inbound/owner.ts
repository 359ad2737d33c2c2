// A webhook acts as its owner, with the owner's current roles.
import { actorNow } from '../../identity/index.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Actor } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import { actionSpecs } from './inbound.actions.ts';
import type { InboundRow } from './inbound.sql.ts';

/** Undefined if the owner is deactivated or may no longer do what the webhook does. */
export function actingOwner(
  deps: Pick<Deps, 'config'>,
  { owner_id: id, owner: email, owner_roles: roles, owner_now, action }: InboundRow,
): Actor | undefined {
  const actor = actorNow(deps, { id, email, roles }, owner_now);
  return actor && reachOf(actionSpecs[action].policy, actor) ? actor : undefined;
}
