// A login must be complete, and its servers must be such that this instance may reach them.
import type { Fault } from '../../platform/errors.ts';
import type { Egress } from '../../platform/net/egress.ts';
import { readTokenUrl } from '../../platform/net/smtp-oauth.ts';
import type { Login, LoginInput } from './logins.schema.ts';

export type Direction = 'incoming' | 'outgoing';

/** Kinds that are not listed here name no server. */
export const serverDefaults = {
  imap: { port: 993, security: 'tls', auth: 'password' },
  smtp: { port: 587, security: 'starttls', auth: 'password' },
} as const;

export const namesServer = (kind: string): kind is keyof typeof serverDefaults =>
  Object.hasOwn(serverDefaults, kind);

/** Absent members get their defaults, so that a login is compared and shown in whole. */
export const completeLogin = <T extends LoginInput & { kind: string }>(given: T): T =>
  namesServer(given.kind) ? { ...serverDefaults[given.kind], ...given } : given;

type Member = keyof LoginInput;

const always = ['host', 'port', 'security', 'user', 'auth'] as const satisfies Member[];
const byAuth = {
  password: { required: [], allowed: [], secret: 'password' },
  oauth: {
    required: ['token_url', 'client_id'],
    allowed: ['token_url', 'client_id', 'scope'],
    secret: 'client_secret',
  },
} as const satisfies Record<
  NonNullable<Login['auth']>,
  { required: Member[]; allowed: Member[]; secret: 'password' | 'client_secret' }
>;
const members = [
  ...always,
  'token_url',
  'client_id',
  'scope',
  'password',
  'client_secret',
] as const satisfies Member[];

type Given = LoginInput & { kind: string };

export const secretOf = ({ auth = 'password', ...given }: LoginInput): string | undefined =>
  given[byAuth[auth].secret];

/** A stored secret is sent only to the servers that it was given for. */
const keepsServer = (before: Given | undefined, after: Given): boolean =>
  before?.kind === after.kind &&
  [...always, ...byAuth[after.auth ?? 'password'].required].every(
    (name) => before[name] === after[name],
  );

function memberFaults(direction: Direction, given: Given, keepsSecret: boolean): Fault[] {
  const { kind, auth = 'password' } = given;
  const rules = byAuth[auth];
  const isServer = namesServer(kind);
  const allowed: readonly Member[] = isServer ? [...always, ...rules.allowed, rules.secret] : [];
  const required: readonly Member[] = isServer
    ? ['host', 'user', ...rules.required, ...(keepsSecret ? [] : [rules.secret])]
    : [];
  const fault = (name: Member, code: Fault['code'], message: string): Fault => ({
    in: 'body',
    pointer: `/${direction}/${name}`,
    code,
    message,
  });
  const isAlways = (name: Member) => (always as readonly Member[]).includes(name);
  return members.flatMap((name) => {
    const where = isServer && !isAlways(name) ? `auth ${auth}` : `kind ${kind}`;
    const isGiven = given[name] !== undefined;
    if (isGiven && !allowed.includes(name))
      return [fault(name, 'not_allowed', `${name} is not allowed with ${where}.`)];
    if (!isGiven && required.includes(name))
      return [fault(name, 'required', `${name} is required with ${where}.`)];
    return [];
  });
}

const tokenUrlFault = (url: string | undefined): string | undefined => {
  try {
    readTokenUrl(url ?? '');
    return undefined;
  } catch (error) {
    return `token_url ${(error as Error).message}.`;
  }
};

async function addressFault(egress: Egress, url: string): Promise<string | undefined> {
  try {
    await egress.check(url);
    return undefined;
  } catch (error) {
    return `${(error as Error).message} The operator can allow it with EGRESS_ALLOW.`;
  }
}

async function reachFaults(egress: Egress, direction: Direction, { kind, host, token_url }: Given) {
  const urlFault = tokenUrlFault(token_url);
  const checks: [Member, Fault['code'], string | undefined][] = [
    ['host', 'refused_address', await addressFault(egress, `${kind}://${host}`)],
    ['token_url', 'invalid_format', urlFault],
    [
      'token_url',
      'refused_address',
      urlFault === undefined && token_url ? await addressFault(egress, token_url) : undefined,
    ],
  ];
  return checks.flatMap(([name, code, message]): Fault[] =>
    message === undefined ? [] : [{ in: 'body', pointer: `/${direction}/${name}`, code, message }],
  );
}

/** Both logins are complete. */
export async function loginFaults(
  egress: Egress,
  direction: Direction,
  given: Given,
  before?: Given,
): Promise<Fault[]> {
  const faults = memberFaults(direction, given, keepsServer(before, given));
  if (faults.length > 0 || !namesServer(given.kind)) return faults;
  return reachFaults(egress, direction, given);
}
