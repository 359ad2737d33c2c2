// Mailboxes, their health and the results of tests are named in words.
import type { Mailbox, MailboxTest } from '../../api/index.ts';
import type { Provider } from './login.values.ts';

export const providerLabels: Readonly<Record<Provider, string>> = {
  microsoft: 'Microsoft 365',
  google: 'Google Workspace (Gmail)',
  zoho: 'Zoho Mail',
  imap: 'Another server, read by IMAP',
  lmtp: 'Our mail server delivers to us (LMTP)',
  api: 'A program sends messages (API)',
};

export const recordLabels: Readonly<Record<Mailbox['record_type'], string>> = {
  incident: 'An incident',
  request: 'A service request',
};

export const recordText = ({ record_type }: Pick<Mailbox, 'record_type'>): string =>
  record_type === 'request' ? 'Request' : 'Incident';

/** Says how mail reaches the service. */
export function incomingText({ incoming }: Pick<Mailbox, 'incoming'>): string {
  const { kind, host, auth } = incoming;
  if (kind === 'imap') return `IMAP, ${host ?? ''}${auth === 'oauth' ? ', OAuth' : ''}`;
  return kind === 'lmtp' ? 'LMTP' : 'API';
}

const markedHealths = { idle: 'idle', ok: 'ok', failed: 'failing' } as const;

/** The mark is that of webhooks. */
export const markOf = ({ active, health }: Pick<Mailbox, 'active' | 'health'>) => ({
  health: markedHealths[health.status],
  status: active ? ('active' as const) : ('inactive' as const),
});

export const sendingLabels = {
  instance: 'The mail server of this instance',
  same: 'The same provider, with the same login',
  smtp: 'A mail server of its own',
} as const;

export const securityLabels = {
  tls: 'TLS from the first byte',
  starttls: 'STARTTLS',
} as const;

export const authLabels = {
  password: 'Password',
  oauth: 'OAuth, with client credentials',
} as const;

export const priorityLabels = { '': 'P3, as usual', P1: 'P1', P2: 'P2', P3: 'P3', P4: 'P4' };

export const replyLabels: Readonly<Record<Mailbox['reply_policy'], string>> = {
  verified: 'Senders who are verified',
  none: 'Nobody',
};

type Direction = keyof MailboxTest;

const subjects: Readonly<Record<Direction, string>> = {
  incoming: 'Receiving',
  outgoing: 'Sending',
};

const withServer = (server: string | null): string => (server === null ? '' : ` by ${server}`);

/** Says how one half of a test ended, in one sentence. */
export function testText(direction: Direction, test: MailboxTest): string {
  const { status, server, reason } = test[direction];
  const subject = `${subjects[direction]}${withServer(server)}`;
  if (status === 'skipped') return `${subject}: nothing to test. Mail is brought to us.`;
  return status === 'ok' ? `${subject} works.` : `${subject} fails. ${reason ?? ''}`;
}

export const alsoCheck = 'Check this, too.';
