import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Mailbox } from '../../api/index.ts';
import { bodyOf } from './mailboxes.body.ts';
import { blankValues, type MailboxValues, valuesOf } from './mailboxes.values.ts';
import { fillFor } from './provider.fill.ts';

const time = '2026-11-15T09:30:00.000Z';
const login = { host: 'mail.example.com', user: 'help@example.com' };
const imap = { kind: 'imap', ...login, port: 993, security: 'tls', auth: 'password' } as const;
const smtp = { kind: 'smtp', ...login, port: 587, security: 'starttls', auth: 'password' } as const;

const mailbox: Mailbox = {
  id: 'mbx_1',
  address: 'help@example.com',
  aliases: ['it@example.com'],
  name: 'IT help',
  record_type: 'incident',
  defaults: { assignment_group: 'Service Desk', priority: 'P2', custom: { site: 'Kiel' } },
  incoming: imap,
  outgoing: smtp,
  trust: { authserv_id: 'mx.example.com', require_verified: true, api: false },
  reply_policy: 'none',
  active: true,
  health: { status: 'idle', last_message_at: null, last_error: null, failing_since: null },
  version: 1,
  created_at: time,
  updated_at: time,
};

const microsoft = {
  token_url: 'https://login.microsoftonline.com/contoso/oauth2/v2.0/token',
  client_id: 'app',
  scope: 'https://outlook.office365.com/.default',
  auth: 'oauth',
} as const;

describe('The form of a mailbox', () => {
  const stored: [name: string, parts: Partial<Mailbox>][] = [
    ['with one login', {}],
    ['with a login to send', { outgoing: { ...smtp, user: 'sender@example.com' } }],
    [
      'with OAuth at another provider',
      {
        incoming: { ...imap, ...microsoft, token_url: 'https://id.example.com/token' },
        outgoing: { kind: 'instance' },
      },
    ],
    [
      'at Microsoft 365',
      {
        incoming: { ...imap, ...microsoft, host: 'outlook.office365.com' },
        outgoing: { ...smtp, ...microsoft, host: 'smtp.office365.com' },
      },
    ],
    ['that a mail server brings mail to', { incoming: { kind: 'lmtp' }, outgoing: smtp }],
    ['that a program sends to', { incoming: { kind: 'api', clients: ['c-1'] }, outgoing: smtp }],
    ['of service requests', { record_type: 'request', defaults: {}, aliases: [] }],
  ];
  for (const [name, parts] of stored) {
    test(`changes nothing of a mailbox ${name}`, () => {
      const { id: _, health: __, version, created_at, updated_at, ...members } = mailbox;
      assert.ok(version && created_at && updated_at);
      assert.deepEqual(bodyOf(valuesOf({ ...mailbox, ...parts })), { ...members, ...parts });
    });
  }

  test('sends a typed secret with both logins if they are one', () => {
    const values = { ...valuesOf(mailbox), in_password: ' blue ' };
    const body = bodyOf(values);
    assert.equal(values.sending, 'same');
    assert.deepEqual([body?.incoming.password, body?.outgoing.password], [' blue ', ' blue ']);
  });

  test('has no body while the own fields are no JSON object', () => {
    assert.equal(bodyOf({ ...valuesOf(mailbox), custom: '[1]' }), undefined);
  });

  test('needs two ids and a secret for Microsoft 365', () => {
    const values: MailboxValues = {
      ...blankValues,
      ...fillFor('microsoft', blankValues),
      address: 'help@contoso.example',
      name: 'Help',
      tenant: 'contoso',
      in_client_id: 'app',
      in_client_secret: 'secret',
    };
    const body = bodyOf(values);
    const user = { user: 'help@contoso.example', client_secret: 'secret' };
    assert.deepEqual(body?.incoming, {
      ...imap,
      ...microsoft,
      ...user,
      host: 'outlook.office365.com',
    });
    assert.deepEqual(body?.outgoing, {
      ...smtp,
      ...microsoft,
      ...user,
      host: 'smtp.office365.com',
    });
  });

  test('forgets the servers of a provider when another server is chosen', () => {
    const google = { ...blankValues, ...fillFor('google', blankValues) };
    const { in_host, in_port, sending } = { ...google, ...fillFor('imap', google) };
    assert.deepEqual([in_host, in_port, sending], ['', '993', 'instance']);
  });
});
