// The context of a write: actor, time and request. Every service of a feature takes it.
import type { Settings } from './runtime/settings.ts';

export interface Actor {
  /** Subject of the token. */
  id: string;
  /** E-mail address, used as the opener and author of records and in the audit trail. */
  email: string;
  roles: readonly string[];
  /** The API key this token was exchanged for. */
  keyId?: string;
  /** Whether the token comes from a login by a person. */
  isInteractive?: boolean;
}

/** Reach of the caller's roles on a route: all records, or only those the caller opened. */
export type Reach = 'all' | 'own';

/** Actor, time and request of a write, for the audit trail. */
export interface AuditContext {
  actor: Actor;
  requestId: string;
  now: Date;
}

/**
 * An operation on records, by a request, an inbound event or a row of a bulk job: its audit context, its
 * reach, and the settings of the instance. Services of a feature take nothing else.
 */
export interface Context extends AuditContext {
  reach: Reach;
  /** Read before the transaction begins: a second connection inside it could deadlock on the pool. */
  settings: Settings;
  /** Base URL of the instance, for links. */
  baseUrl: string;
  /** No mail is sent, because the people are fictitious. */
  withoutMail?: true;
  /** Time after the record was locked, for an operation that waited for the lock. */
  clock: () => Date;
}

/**
 * With its time of receipt, a request that waited for the lock would be older than the write it waited for:
 * `updated_at` and the events of one record would go back in time.
 */
export const atLockTime = <C extends AuditContext & { deps: { now: () => Date } }>(
  context: C,
  row: { updated_at: string },
): C => ({
  ...context,
  now: new Date(Math.max(context.deps.now().getTime(), Date.parse(row.updated_at))),
});
