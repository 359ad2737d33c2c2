// The form of a mailbox has flat values: those of the two logins have the prefixes `in_` and `out_`.
import type { Mailbox } from '../../api/index.ts';
import { blankLogin, type LoginValues, type Provider } from './login.values.ts';
import { providerOf, readTenant } from './providers.ts';

type Prefixed<P extends string> = { [K in keyof LoginValues as `${P}_${K}`]: LoginValues[K] };

export interface MailboxValues extends Prefixed<'in'>, Prefixed<'out'> {
  provider: Provider;
  address: string;
  name: string;
  record_type: Mailbox['record_type'];
  aliases: readonly string[];
  /** The directory (tenant) id of Microsoft 365, which is a part of its token URL. */
  tenant: string;
  clients: readonly string[];
  /** With `same`, the login to receive is also that to send. */
  sending: 'instance' | 'same' | 'smtp';
  assignment_group: string;
  category: string;
  priority: string;
  /** Values of the instance's own fields, as JSON by key. */
  custom: string;
  authserv_id: string;
  require_verified: boolean;
  trust_api: boolean;
  reply_policy: Mailbox['reply_policy'];
  active: boolean;
}

/** Names the values of one login in the form. */
export const withPrefix = <P extends 'in' | 'out'>(prefix: P, login: Partial<LoginValues>) =>
  Object.fromEntries(
    Object.entries(login).map(([name, value]) => [`${prefix}_${name}`, value]),
  ) as Partial<Prefixed<P>>;

export function loginOf(prefix: 'in' | 'out', values: MailboxValues): LoginValues {
  const all = values as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(blankLogin).map((name) => [name, all[`${prefix}_${name}`]]),
  ) as unknown as LoginValues;
}

type StoredLogin = Partial<Omit<LoginValues, 'port' | 'password' | 'client_secret'>> & {
  port?: number;
};

const loginValuesOf = (stored: StoredLogin, defaults: Partial<LoginValues>): LoginValues => {
  const { port, security, user, auth, host, token_url, client_id, scope } = stored;
  const known = { host, security, user, auth, token_url, client_id, scope };
  const given = Object.entries(known).filter(([, value]) => value !== undefined);
  return {
    ...blankLogin,
    ...defaults,
    ...(Object.fromEntries(given) as Partial<LoginValues>),
    ...(port !== undefined && { port: String(port) }),
  };
};

export const imapDefaults = { port: '993', security: 'tls' } as const;
export const smtpDefaults = { port: '587', security: 'starttls' } as const;

export const blankValues: MailboxValues = {
  ...(withPrefix('in', { ...blankLogin, ...imapDefaults }) as Prefixed<'in'>),
  ...(withPrefix('out', { ...blankLogin, ...smtpDefaults }) as Prefixed<'out'>),
  provider: 'imap',
  address: '',
  name: '',
  record_type: 'incident',
  aliases: [],
  tenant: '',
  clients: [],
  sending: 'instance',
  assignment_group: '',
  category: '',
  priority: '',
  custom: '',
  authserv_id: '',
  require_verified: false,
  trust_api: false,
  reply_policy: 'verified',
  active: true,
};

const loginNames = ['user', 'auth', 'token_url', 'client_id', 'scope'] as const;

function sendingOf({ incoming, outgoing }: Mailbox): MailboxValues['sending'] {
  if (outgoing.kind === 'instance') return 'instance';
  const isSame = incoming.kind === 'imap';
  return isSame && loginNames.every((name) => incoming[name] === outgoing[name]) ? 'same' : 'smtp';
}

/** The user of a login is most often the address; the field is empty then. */
const userField = (user: string, address: string): string => (user === address ? '' : user);

/** A secret that was typed stays in the form until its page is left: another attempt needs it again. */
export type TypedSecrets = Partial<
  Pick<MailboxValues, 'in_password' | 'in_client_secret' | 'out_password' | 'out_client_secret'>
>;

export function valuesOf(mailbox: Mailbox, secrets: TypedSecrets = {}): MailboxValues {
  const { address, name, record_type, aliases, incoming, outgoing, defaults, trust } = mailbox;
  const incomingValues = loginValuesOf(incoming, imapDefaults);
  const outgoingValues = loginValuesOf(outgoing, smtpDefaults);
  const present = (login: LoginValues) => ({ ...login, user: userField(login.user, address) });
  return {
    ...(withPrefix('in', present(incomingValues)) as Prefixed<'in'>),
    ...(withPrefix('out', present(outgoingValues)) as Prefixed<'out'>),
    provider: providerOf(incoming.kind, incomingValues),
    address,
    name,
    record_type,
    aliases,
    tenant: readTenant(incomingValues.token_url) ?? '',
    clients: incoming.clients ?? [],
    sending: sendingOf(mailbox),
    assignment_group: defaults.assignment_group ?? '',
    category: defaults.category ?? '',
    priority: defaults.priority ?? '',
    custom: defaults.custom === undefined ? '' : JSON.stringify(defaults.custom),
    authserv_id: trust.authserv_id ?? '',
    require_verified: trust.require_verified ?? false,
    trust_api: trust.api ?? false,
    reply_policy: mailbox.reply_policy,
    active: mailbox.active,
    ...secrets,
  };
}
