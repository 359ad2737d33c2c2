import Type, { type Static } from 'typebox';
import { ClientId } from '../../identity/index.ts';
import {
  deletedSchema,
  idText,
  nullable,
  object,
  oneOf,
} from '../../platform/http/input/schema.ts';
import { KEY_PATTERN, MAX_FIELDS, priority } from '../../records/index.ts';
import { serverDefaults } from './logins.rules.ts';
import { loginFields, loginSecrets } from './logins.schema.ts';

export const MailboxId = idText('Mailbox ids', {
  pattern: '^mbx_[0-9a-f]{32}$',
  example: 'mbx_019a8651a2f77d5fa3c55d2d8f2b7c10',
});

const email = Type.String({ format: 'email', maxLength: 254 });
const time = Type.String({ format: 'date-time' });

const Defaults = object({
  assignment_group: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  priority: Type.Optional(priority),
  custom: Type.Optional(
    Type.Record(Type.String({ pattern: `^${KEY_PATTERN}$` }), Type.Unknown(), {
      maxProperties: MAX_FIELDS,
      description: "Values of the instance's own fields by key (`GET /fields`).",
    }),
  ),
});

const incoming = {
  kind: oneOf(['imap', 'lmtp', 'api'], {
    description:
      'imap: workers read the folder INBOX of a mail server, from the time on at which the mailbox was set up; no mail there is changed. lmtp: a mail server delivers by LMTP (`LMTP_LISTEN`). api: a program sends messages.',
  }),
  ...loginFields(serverDefaults.imap),
  clients: Type.Optional(
    Type.Array(ClientId, {
      maxItems: 20,
      uniqueItems: true,
      description:
        'Clients with these ids may send messages with `POST /mailboxes/<id>/messages`; those with the role `super_admin` always may.',
    }),
  ),
};
const Incoming = object(incoming);
const IncomingInput = object({ ...incoming, ...loginSecrets });

const outgoing = {
  kind: oneOf(['instance', 'smtp'], {
    description: 'instance: the mail server of the instance (`SMTP_URL`). smtp: this one.',
  }),
  ...loginFields(serverDefaults.smtp),
};
const Outgoing = object(outgoing);
const OutgoingInput = object({ ...outgoing, ...loginSecrets });

const Trust = object({
  authserv_id: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 253,
        description:
          'The mail server that verifies senders, by the name in its `Authentication-Results`; null if none does.',
      }),
    ),
  ),
  require_verified: Type.Optional(
    Type.Boolean({ description: 'Whether mail of unverified senders is held. Default: false.' }),
  ),
  api: Type.Optional(
    Type.Boolean({
      description:
        'Whether `Authentication-Results` count in messages that a program sends. Default: false.',
    }),
  ),
});

const fields = {
  address: Type.String({
    format: 'email',
    maxLength: 254,
    description:
      'At most 29 characters before the @, because the addresses of replies are longer. Its mail server must deliver `address+…` here, too.',
  }),
  aliases: Type.Array(email, {
    maxItems: 50,
    uniqueItems: true,
    description: 'Mail to these addresses reaches the mailbox, too.',
  }),
  name: Type.String({ maxLength: 100, pattern: '\\S', description: 'Sender name of its mail.' }),
  record_type: oneOf(['incident', 'request'], { description: 'A new mail creates such a record.' }),
  defaults: Defaults,
  trust: Trust,
  reply_policy: oneOf(['verified', 'none'], {
    description: 'Automatic replies go to `verified` senders or to nobody.',
  }),
  active: Type.Boolean({
    description: 'An inactive mailbox receives and sends nothing.',
  }),
};

const readOnly = ['id', 'health', 'version', 'created_at', 'updated_at'];

const example = {
  address: 'help@example.com',
  aliases: ['it@example.com'],
  name: 'IT help',
  record_type: 'incident',
  defaults: { assignment_group: 'Service Desk', priority: 'P3' },
  incoming: { kind: 'lmtp' },
  trust: { authserv_id: 'mx.example.com', require_verified: false, api: false },
  reply_policy: 'verified',
  active: true,
};

export const Mailbox = object(
  {
    id: MailboxId,
    ...fields,
    incoming: Incoming,
    outgoing: Outgoing,
    health: object({
      status: oneOf(['idle', 'ok', 'failed'], {
        description:
          'idle: no mail yet. failed: it cannot be read or, with `imap`, no worker reads it; `last_error` says why, and what to do.',
      }),
      last_message_at: nullable(time),
      last_error: nullable(Type.String()),
      failing_since: nullable(time),
    }),
    version: Type.Integer(),
    created_at: time,
    updated_at: time,
  },
  {
    title: 'Mailbox',
    examples: [
      {
        id: 'mbx_019a8651a2f77d5fa3c55d2d8f2b7c10',
        ...example,
        outgoing: { kind: 'instance' },
        health: { status: 'idle', last_message_at: null, last_error: null, failing_since: null },
        version: 1,
        created_at: '2026-11-15T09:30:00.000Z',
        updated_at: '2026-11-15T09:30:00.000Z',
      },
    ],
  },
);
export type Mailbox = Static<typeof Mailbox>;

const { address, name, record_type, ...optional } = fields;

export const MailboxCreate = object(
  {
    address,
    name,
    record_type,
    ...Type.Partial(object({ ...optional, incoming: IncomingInput, outgoing: OutgoingInput }))
      .properties,
  },
  {
    title: 'MailboxCreate',
    'x-read-only': readOnly,
    examples: [
      {
        address: example.address,
        name: example.name,
        record_type: 'incident',
        outgoing: {
          kind: 'smtp',
          host: 'smtp.example.com',
          user: 'help@example.com',
          password: 'the password of the mailbox',
        },
      },
    ],
  },
);
export type MailboxCreate = Static<typeof MailboxCreate>;

export const MailboxUpdate = Type.Partial(
  object({ ...fields, incoming: IncomingInput, outgoing: OutgoingInput }),
  {
    title: 'MailboxUpdate',
    additionalProperties: false,
    minProperties: 1,
    'x-read-only': readOnly,
    examples: [{ active: false }],
  },
);
export type MailboxUpdate = Static<typeof MailboxUpdate>;

export const MailboxDeleted = deletedSchema(MailboxId, 'MailboxDeleted');

const testResult = {
  server: nullable(Type.String({ description: 'Host and port; null if none is configured.' })),
  reason: nullable(
    Type.String({
      description: 'The step that failed and the correction; null if nothing failed.',
    }),
  ),
  fields: Type.Array(Type.String(), {
    description: 'Members that may have the wrong value, such as `password`.',
  }),
};

export const MailboxTest = object(
  {
    incoming: object({
      status: oneOf(['ok', 'failed', 'skipped'], {
        description: 'skipped: the mailbox is not read by IMAP, so nobody signs in.',
      }),
      ...testResult,
    }),
    outgoing: object({ status: oneOf(['ok', 'failed']), ...testResult }),
  },
  {
    title: 'MailboxTest',
    examples: [
      {
        incoming: {
          status: 'failed',
          server: 'imap.example.com:993',
          reason: 'The server refused the login: Authentication failed. Correct user and password.',
          fields: ['user', 'password'],
        },
        outgoing: { status: 'ok', server: 'smtp.example.com:587', reason: null, fields: [] },
      },
    ],
  },
);
export type MailboxTest = Static<typeof MailboxTest>;
