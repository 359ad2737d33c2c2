// A webhook acts as who made it.
import { may } from '../../identity/index.ts';
import type { Actor } from '../../platform/http/call.ts';
import { reachOf } from '../../platform/http/policy.ts';
import type { InboundRow } from './inbound.sql.ts';

/**
 * The owner as an actor, or nobody if the owner may no longer create incidents. The roles are those the owner had when
 * the webhook was made; the directory of users and clients, with who is deactivated, belongs here and nowhere else.
 */
export async function actingOwner(row: InboundRow): Promise<Actor | undefined> {
  const { owner_id: id, owner: email, owner_roles: roles } = row;
  const actor = { id, email, roles };
  return reachOf(may('incidents.create'), actor) && actor;
}
