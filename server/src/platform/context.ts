// Every service of a feature takes the context of its operation: actor, time and request.
import type { Config } from './runtime/config.ts';
import type { CustomFields } from './runtime/custom-fields.ts';
import type { RuleDefinitions } from './runtime/rule-definitions.ts';
import type { Settings } from './runtime/settings.ts';
import type { SlaDefinitions } from './runtime/sla-definitions.ts';

/** An inbound webhook writes in the name of the actor. `name` is its name at the time. */
export interface Via {
  type: 'inbound_webhook';
  id: string;
  name: string;
}

/** The network address that a request came from, and the id of the client that sent it, as in sign-in events. */
export interface Origin {
  address: string;
  client: string | null;
}

export interface Actor {
  /** The id is the subject of the token. */
  id: string;
  /** The e-mail address names the actor as opener and author of records, and in the audit trail. */
  email: string;
  /** The addresses that the person had before; records that name them are still theirs. */
  formerEmails?: readonly string[];
  roles: readonly string[];
  /** The API key this token was exchanged for. */
  keyId?: string;
  /** The token belongs to this login. */
  sessionId?: string;
  /** The client that obtained the token. */
  clientId?: string;
  /** The token was issued to a client itself, so the actor is not a person. */
  isClient?: true;
  /** Whether the token comes from a login by a person. */
  isInteractive?: boolean;
  via?: Via;
}

/** Addresses are stored as given and compared regardless of case. */
export const isSamePerson = (one: string, other: string): boolean =>
  one === other || one.toLowerCase() === other.toLowerCase();

/** The present address comes first. */
export const addressesOf = ({
  email,
  formerEmails = [],
}: Pick<Actor, 'email' | 'formerEmails'>): string[] => [email, ...formerEmails];

/** Returns whether the address is one that the actor has, or had. */
export const isOwnAddress = (
  actor: Pick<Actor, 'email' | 'formerEmails'>,
  address: string | null | undefined,
): boolean =>
  typeof address === 'string' && addressesOf(actor).some((own) => isSamePerson(own, address));

export const distinctPeople = (addresses: readonly string[]): string[] =>
  addresses.filter((one, at) => addresses.findIndex((other) => isSamePerson(one, other)) === at);

/** The caller's roles reach all records of a route, or only the caller's own. */
export type Reach = 'all' | 'own';

/** Actor and reach decide together which records are visible. */
export interface Viewer {
  actor: Actor;
  reach: Reach;
}

/** A write of a record in which rules ran. */
export interface ChainLink {
  record: string;
  rules: readonly string[];
}

/** The audit trail records these of every write. */
export interface AuditContext {
  actor: Actor;
  requestId: string;
  /** The header `traceparent` for events and requests that this causes; absent if there is no trace. */
  traceparent?: string | undefined;
  /** Writes in which rules ran that led to this one, the oldest first. */
  chain?: readonly ChainLink[] | undefined;
  now: Date;
  /** Absent if the operation has no request of its own, such as a command or a job. */
  origin?: Origin | undefined;
  /** The operation will be rolled back: it only shows whether it would succeed. */
  isDryRun?: true;
}

/**
 * A request, an inbound event and a row of a bulk job are all operations on records. Services of a feature take
 * nothing else.
 */
export interface Context extends AuditContext {
  reach: Reach;
  /**
   * Settings are read before the transaction begins: a second connection inside it could deadlock on the pool. They may
   * be a moment old, so decisions read them with `readSettings(tx)` instead.
   */
  settings: Settings;
  /** Definitions of the instance's own fields, read with the settings. */
  fields: CustomFields;
  /** SLA policies and calendars are read with the settings. */
  sla: SlaDefinitions;
  /** Rules and macros are read with the settings. */
  rules: RuleDefinitions;
  /** Links begin with this URL. */
  baseUrl: string;
  /** An external provider knows the people, so the directory does not list everybody. */
  hasExternalPeople?: boolean;
  /** No mail is sent, because the people are fictitious. */
  withoutMail?: true;
  /** Returns the time after the record was locked, for an operation that waited for the lock. */
  clock: () => Date;
}

/** Returns the members of a context that follow from the configuration. */
const configuredContext = ({
  BASE_URL,
  OIDC_ISSUER,
}: Pick<Config, 'BASE_URL' | 'OIDC_ISSUER'>): Pick<Context, 'baseUrl' | 'hasExternalPeople'> => ({
  baseUrl: BASE_URL,
  hasExternalPeople: OIDC_ISSUER !== '',
});

interface Instance {
  config: Config;
  settings: () => Promise<Settings>;
  fields: () => Promise<CustomFields>;
  sla: () => Promise<SlaDefinitions>;
  rules: () => Promise<RuleDefinitions>;
}

export type InstanceContext = Pick<
  Context,
  'baseUrl' | 'hasExternalPeople' | 'settings' | 'fields' | 'sla' | 'rules'
>;

/** Returns the members of a context that are the same for all operations at the time. */
export async function instanceContext({
  config,
  settings,
  fields,
  sla,
  rules,
}: Instance): Promise<InstanceContext> {
  const [readSettings, readFields, readSla, readRules] = await Promise.all([
    settings(),
    fields(),
    sla(),
    rules(),
  ]);
  return {
    settings: readSettings,
    fields: readFields,
    sla: readSla,
    rules: readRules,
    ...configuredContext(config),
  };
}
