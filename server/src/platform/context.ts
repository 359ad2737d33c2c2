// The context of a write: actor, time and request. Every service of a feature takes it.
import type { Settings } from './runtime/settings.ts';

/** The inbound webhook that acts in the name of the actor, by its handle and its name at the time. */
export interface Via {
  type: 'inbound_webhook';
  id: string;
  name: string;
}

export interface Actor {
  /** Subject of the token. */
  id: string;
  /** E-mail address, used as the opener and author of records and in the audit trail. */
  email: string;
  roles: readonly string[];
  /** The API key this token was exchanged for. */
  keyId?: string;
  /** The login that the token belongs to. */
  sessionId?: string;
  /** Whether the token comes from a login by a person. */
  isInteractive?: boolean;
  via?: Via;
}

/** Addresses are stored as given and compared regardless of case. */
export const isSamePerson = (one: string, other: string): boolean =>
  one === other || one.toLowerCase() === other.toLowerCase();

export const distinctPeople = (addresses: readonly string[]): string[] =>
  addresses.filter((one, at) => addresses.findIndex((other) => isSamePerson(one, other)) === at);

/** Reach of the caller's roles on a route: all records, or only those the caller opened. */
export type Reach = 'all' | 'own';

/** A reader of records: which ones depends on both. */
export interface Viewer {
  actor: Actor;
  reach: Reach;
}

/** Actor, time and request of a write, for the audit trail. */
export interface AuditContext {
  actor: Actor;
  requestId: string;
  /** The header `traceparent` for events and requests that this causes; absent if there is no trace. */
  traceparent?: string | undefined;
  now: Date;
}

/**
 * An operation on records, by a request, an inbound event or a row of a bulk job: its audit context, its
 * reach, and the settings of the instance. Services of a feature take nothing else.
 */
export interface Context extends AuditContext {
  reach: Reach;
  /**
   * Read before the transaction begins: a second connection inside it could deadlock on the pool. They may be a moment
   * old, so decisions read them with `readSettings(tx)` instead.
   */
  settings: Settings;
  /** Base URL of the instance, for links. */
  baseUrl: string;
  /** No mail is sent, because the people are fictitious. */
  withoutMail?: true;
  /** Time after the record was locked, for an operation that waited for the lock. */
  clock: () => Date;
}
