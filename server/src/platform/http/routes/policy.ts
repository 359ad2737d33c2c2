// Who may call a route. Every route declares it; registerRoutes refuses one that does not.
import { ApiError } from '../../errors.ts';
import type { Actor, Reach } from '../../context.ts';

/**
 * Roles that may call, and how far each reaches; or that no token is needed: outside the API root, and where the
 * bytes of a request say themselves who sends them.
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
