// The requester and the people who work on an incident write public notes to each other.
import type { Actor } from '../platform/context.ts';

export const repliers = ['requester', 'us'] as const;
export type LastReplyBy = (typeof repliers)[number];

/** A person who records an incident has the trouble, unless somebody else is named. Clients and webhooks have none. */
export const defaultRequester = ({ email, isClient, via }: Actor): string | null =>
  isClient || via ? null : email;
