import Type from 'typebox';
import { may } from '../../identity/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import { anyOf, instant, listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { MailboxId } from '../mailboxes/mailboxes.schema.ts';
import { MAX_MAIL_BYTES } from '../text/parse/parse.ts';
import {
  attachMessage,
  discardMessage,
  releaseMessage,
  reprocessMessage,
} from './messages.decisions.ts';
import { downloadMessage, getMessage, listMessages, receiveMessage } from './messages.handlers.ts';
import {
  causeFilter,
  Message,
  MessageAttach,
  MessageId,
  RawMail,
  stateFilter,
} from './messages.schema.ts';

const params = object({ id: MessageId });
const tag = 'Mail';
const policy = may('mail.manage');
const decided = { status: 200, description: 'The message.', schema: Message } as const;

const receiving: Route = writes({
  method: 'POST',
  path: '/mailboxes/:id/messages',
  operationId: 'receiveMessage',
  tag,
  summary: 'Send a message',
  description:
    'Stores a raw message, which is processed after the response. The same bytes with a Message-ID are one message: a repetition gets the message of the first time. Clients need to be named in `incoming.clients` of the mailbox.',
  policy: may('mail.ingest'),
  params: object({ id: MailboxId }),
  body: RawMail,
  bodyType: 'message/rfc822',
  bodyLimit: MAX_MAIL_BYTES,
  success: { status: 202, description: 'The message.', schema: Message },
  errors: ['mailbox_inactive'],
  write: receiveMessage,
});

const reading: Route[] = [
  reads({
    method: 'GET',
    path: '/mail',
    operationId: 'listMessages',
    tag,
    summary: 'List messages',
    description:
      'Newest first. Messages that are not held are deleted after the retention time of the instance, at least 90 days; held ones stay until somebody decides.',
    policy,
    query: listQuery(
      {
        state: Type.Optional(anyOf(stateFilter, 'State.')),
        cause: Type.Optional(anyOf(causeFilter, 'Cause.')),
        mailbox_id: Type.Optional(anyOf(MailboxId, 'Mailbox.')),
        address: Type.Optional(
          anyOf(Type.String({ maxLength: 254 }), 'Address of the sender, in any case.'),
        ),
        since: Type.Optional(instant('Received at this time or later.')),
      },
      { sorts: ['received_at'], order: 'desc', pages: false },
    ),
    success: {
      status: 200,
      description: 'A page of messages.',
      schema: listEnvelope(Message, 'MessageList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listMessages,
  }),
  reads({
    method: 'GET',
    path: '/mail/:id',
    operationId: 'getMessage',
    tag,
    summary: 'Get a message',
    description: 'Says what became of it, and why.',
    policy,
    params,
    success: decided,
    read: getMessage,
  }),
  reads({
    method: 'GET',
    path: '/mail/:id/raw',
    operationId: 'downloadMessage',
    tag,
    summary: 'Download a raw message',
    description:
      'The bytes as they were received. Always sent with `Content-Disposition: attachment`.',
    policy,
    params,
    success: {
      status: 200,
      description: 'The raw message.',
      mediaType: 'application/octet-stream',
      schema: Type.Unsafe<never>({}),
    },
    read: downloadMessage,
  }),
];

const deciding: Route[] = [
  writes({
    method: 'POST',
    path: '/mail/:id/release',
    operationId: 'releaseMessage',
    tag,
    summary: 'Release a held message',
    description:
      'Processes the message without the rules that hold it. Its sender is no more verified than before.',
    policy,
    params,
    success: decided,
    errors: ['invalid_transition'],
    write: releaseMessage,
  }),
  writes({
    method: 'POST',
    path: '/mail/:id/discard',
    operationId: 'discardMessage',
    tag,
    summary: 'Discard a message',
    description: 'A held or failed message becomes `ignored`.',
    policy,
    params,
    success: decided,
    errors: ['invalid_transition'],
    write: discardMessage,
  }),
  writes({
    method: 'POST',
    path: '/mail/:id/attach',
    operationId: 'attachMessage',
    tag,
    summary: 'Attach a message',
    description: 'Adds a held or ignored message to a record that you may read.',
    policy,
    params,
    body: MessageAttach,
    success: decided,
    errors: ['invalid_transition'],
    write: attachMessage,
  }),
  writes({
    method: 'POST',
    path: '/mail/:id/reprocess',
    operationId: 'reprocessMessage',
    tag,
    summary: 'Process a message again',
    description: 'All rules apply again to a held, ignored or failed message.',
    policy,
    params,
    success: decided,
    errors: ['invalid_transition'],
    write: reprocessMessage,
  }),
];

export const messageRoutes: Route[] = [receiving, ...reading, ...deciding];
