// Every route declares an access policy; registerRoutes refuses a route without one.
import { ApiError } from '../../errors.ts';
import type { Actor, Reach } from '../../context.ts';

/**
 * Names the roles that may use a route and the reach of each, or is `public` where no token is needed: outside the API
 * root, and where the request is authenticated by its signature.
 */
export type Policy = 'public' | Readonly<Record<string, Reach>>;

export const reachOf = (
  policy: Readonly<Record<string, Reach>>,
  actor: Pick<Actor, 'roles'>,
): Reach | undefined => {
  const reaches = new Set(actor.roles.map((role) => policy[role]));
  if (reaches.has('all')) return 'all';
  return reaches.has('own') ? 'own' : undefined;
};

export const insufficientRole = (requiredRoles: readonly string[], what: string): ApiError =>
  new ApiError('insufficient_role', `${what} needs one of the roles ${requiredRoles.join(', ')}.`, {
    required_roles: requiredRoles,
  });

export function requireReach(policy: Readonly<Record<string, Reach>>, actor: Actor): Reach {
  const reach = reachOf(policy, actor);
  if (!reach) throw insufficientRole(Object.keys(policy), 'This request');
  return reach;
}
