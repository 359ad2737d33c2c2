// Who does something, when and by which request; what every service of a feature takes.
import type { Settings } from './runtime/settings.ts';

export interface Actor {
  /** Subject of the token. */
  id: string;
  /** The address that opens, writes and is audited. */
  email: string;
  roles: readonly string[];
  /** The API key that the token was had for. */
  keyId?: string;
  /** Whether a person logged in for it. */
  isInteractive?: boolean;
}

/** How far the caller's roles reach on a route: every record, or those it opened. */
export type Reach = 'all' | 'own';

/** Who causes a write, when, and by which request. */
export interface AuditContext {
  actor: Actor;
  requestId: string;
  now: Date;
}

/**
 * Something done to records, whether a request does it, an event that came in, or a row of a job: its cause, how far
 * it reaches, and the rules of the instance. Services of a feature take this and no more.
 */
export interface Context extends AuditContext {
  reach: Reach;
  /** Read before the transaction begins: a second connection inside it could wait for itself. */
  settings: Settings;
  /** Address of the instance, which links begin with. */
  baseUrl: string;
  /** Nobody is mailed, because the people are made up. */
  withoutMail?: true;
  /** For an act that waited for its record: it happens when it holds the lock. */
  clock: () => Date;
}

/**
 * Dated when it came, a request that waited for the lock would be older than the write it waited for:
 * `updated_at` and the events of one record would go back in time.
 */
export const atLockTime = <C extends AuditContext & { deps: { now: () => Date } }>(
  context: C,
  row: { updated_at: string },
): C => ({
  ...context,
  now: new Date(Math.max(context.deps.now().getTime(), Date.parse(row.updated_at))),
});
