// A webhook acts as its owner, with the owner's current roles.
import { currentActor } from '../../identity/index.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Actor } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import { actionSpecs } from './inbound.actions.ts';
import type { InboundRow } from './inbound.sql.ts';

/**
 * Returns undefined if the owner is deactivated or may no longer perform the action. Until `ends_at` the owner has the
 * former roles: an alert must not be lost because somebody left.
 */
export function actingOwner(
  deps: Pick<Deps, 'config'>,
  webhook: InboundRow,
  now: Date,
): Actor | undefined {
  const { owner_id: id, owner: email, owner_roles: roles, owner_now, ends_at, action } = webhook;
  const via = { type: 'inbound_webhook', id: webhook.handle, name: webhook.name } as const;
  const isPermitted = (actor: Actor | undefined): actor is Actor =>
    actor !== undefined && reachOf(actionSpecs[action].policy, actor) !== undefined;
  const actor = currentActor(deps, { id, email, roles }, owner_now);
  if (isPermitted(actor)) return { ...actor, via };
  if (ends_at === null || Date.parse(ends_at) <= now.getTime()) return undefined;
  const former = { id, email: owner_now?.email ?? email, roles, via };
  return isPermitted(former) ? former : undefined;
}
