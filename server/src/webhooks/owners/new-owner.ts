// Only a super_admin may give a webhook another owner.
import { findActiveSubject, may } from '../../identity/index.ts';
import { type Actor, isOwnAddress, isSamePerson } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import type { RequestContext } from '../../platform/http/request/context.ts';
import { insufficientRole, type Policy, reachOf } from '../../platform/http/routes/policy.ts';
import type { Tx } from '../../platform/postgres/tables.ts';

const policy = may('webhooks.change_owner');

interface NewOwnerRequest {
  /** The address is undefined if the PATCH has none. */
  address: string | undefined;
  current: string;
  /** Naming the same owner again has an effect only if the webhook is suspended or ends. */
  isStopped: boolean;
  /** The new owner must have this permission, because the webhook acts as its owner. */
  needs?: { policy: Exclude<Policy, 'public'>; right: string };
}

const ownerError = (message: string) =>
  invalid([{ in: 'body', pointer: '/owner', code: 'not_allowed', message }]);

/** Returns undefined if the owner stays. The caller's own address needs no account: with an external provider nobody has one. */
export async function newOwner(
  tx: Tx,
  { actor, deps }: Pick<RequestContext, 'actor' | 'deps'>,
  { address, current, isStopped, needs }: NewOwnerRequest,
): Promise<Pick<Actor, 'id' | 'email' | 'roles'> | undefined> {
  if (address === undefined) return undefined;
  const isSame = isSamePerson(address, current);
  const isPermitted = reachOf(policy, actor) !== undefined;
  if (isSame && !(isStopped && isPermitted)) return undefined;
  if (!isPermitted) throw insufficientRole(Object.keys(policy), 'Changing the owner of a webhook');
  const owner = isOwnAddress(actor, address)
    ? actor
    : await findActiveSubject(tx, deps.config, address);
  if (!owner) throw ownerError(`${address} is not the address of an active user or client.`);
  if (needs && reachOf(needs.policy, owner) === undefined)
    throw ownerError(`${address} may not ${needs.right}.`);
  return { id: owner.id, email: owner.email, roles: [...owner.roles] };
}
