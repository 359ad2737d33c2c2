import type { Actor } from '../platform/context.ts';

/** The SLA clock is the actor, not a user. */
export const actorOfClock = (baseUrl: string): Actor => {
  const email = `sla-clock@${new URL(baseUrl).hostname}`;
  return { id: email, email, roles: [] };
};
