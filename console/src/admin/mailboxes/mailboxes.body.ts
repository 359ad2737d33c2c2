// Values of the form become the members of the API.
import type { MailboxCreate } from '../../api/index.ts';
import type { LoginValues } from './login.values.ts';
import { loginOf, type MailboxValues } from './mailboxes.values.ts';
import { isImap, tokenUrlOf } from './providers.ts';

type Priority = NonNullable<NonNullable<MailboxCreate['defaults']>['priority']>;

/** Returns undefined if the text is no JSON object; nothing if it is empty. */
export function readCustom(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** An empty field is left out, so that it gets its default and a secret stays. */
const withoutEmpty = (members: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, text]) =>
      text.trim() === '' ? [] : [[name, text.trim()]],
    ),
  );

const serverOf = ({ host, port, security }: LoginValues) => ({
  ...withoutEmpty({ host }),
  ...(port.trim() !== '' && { port: Number(port) }),
  security,
});

function credentialsOf(login: LoginValues, address: string) {
  const { auth, password, token_url, client_id, client_secret, scope } = login;
  return {
    auth,
    user: login.user.trim() || address.trim(),
    // Blanks can be a part of a password.
    ...(auth === 'password'
      ? password !== '' && { password }
      : withoutEmpty({ token_url, client_id, client_secret, scope })),
  };
}

function incomingOf(values: MailboxValues): NonNullable<MailboxCreate['incoming']> {
  const { provider, address, clients } = values;
  if (provider === 'api') return { kind: 'api', clients: [...clients] };
  if (!isImap(provider)) return { kind: 'lmtp' };
  const login = loginOf('in', values);
  const token_url = tokenUrlOf(values) ?? login.token_url;
  return { kind: 'imap', ...serverOf(login), ...credentialsOf({ ...login, token_url }, address) };
}

function outgoingOf(values: MailboxValues): NonNullable<MailboxCreate['outgoing']> {
  const { sending, address, provider } = values;
  if (sending === 'instance') return { kind: 'instance' };
  const isSame = sending === 'same' && isImap(provider);
  const login = loginOf(isSame ? 'in' : 'out', values);
  const token_url = (isSame ? tokenUrlOf(values) : undefined) ?? login.token_url;
  return {
    kind: 'smtp',
    ...serverOf(loginOf('out', values)),
    ...credentialsOf({ ...login, token_url }, address),
  };
}

export function bodyOf(values: MailboxValues) {
  const { assignment_group, category, priority, authserv_id, ...rest } = values;
  const custom = readCustom(values.custom);
  if (custom === undefined) return undefined;
  return {
    address: rest.address.trim(),
    name: rest.name.trim(),
    record_type: rest.record_type,
    aliases: [...rest.aliases],
    defaults: {
      ...withoutEmpty({ assignment_group }),
      ...(rest.record_type === 'incident' && withoutEmpty({ category })),
      ...(priority !== '' && { priority: priority as Priority }),
      ...(custom && { custom }),
    },
    incoming: incomingOf(values),
    outgoing: outgoingOf(values),
    trust: {
      authserv_id: authserv_id.trim() === '' ? null : authserv_id.trim(),
      require_verified: rest.require_verified,
      api: rest.trust_api,
    },
    reply_policy: rest.reply_policy,
    active: rest.active,
  };
}

export type MailboxBody = NonNullable<ReturnType<typeof bodyOf>>;
