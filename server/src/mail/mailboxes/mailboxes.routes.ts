import { may } from '../../identity/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../platform/http/routes/route.ts';
import {
  Mailbox,
  MailboxCreate,
  MailboxDeleted,
  MailboxId,
  MailboxTest,
  MailboxUpdate,
} from './mailboxes.schema.ts';
import {
  createMailbox,
  deleteMailbox,
  getMailbox,
  listMailboxes,
  updateMailbox,
} from './mailboxes.service.ts';
import { testMailbox } from './mailboxes.check.ts';

const params = object({ id: MailboxId });
const tag = 'Mailboxes';
const policy = may('mailboxes.manage');

export const mailboxRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/mailboxes',
    operationId: 'listMailboxes',
    tag,
    summary: 'List mailboxes',
    description: 'Newest first. Passwords are not returned.',
    policy,
    query: listQuery({}, { sorts: ['created_at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of mailboxes.',
      schema: listEnvelope(Mailbox, 'MailboxList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listMailboxes,
  }),
  writes({
    method: 'POST',
    path: '/mailboxes',
    operationId: 'createMailbox',
    tag,
    summary: 'Create a mailbox',
    description: 'No other mailbox may have one of its addresses.',
    policy,
    body: MailboxCreate,
    success: { status: 201, description: 'The mailbox.', schema: Mailbox },
    errors: ['already_exists'],
    write: createMailbox,
  }),
  reads({
    method: 'GET',
    path: '/mailboxes/:id',
    operationId: 'getMailbox',
    tag,
    summary: 'Get a mailbox',
    description: 'Includes when it last received mail. The password is not returned.',
    policy,
    params,
    showsUnversioned: true,
    success: { status: 200, description: 'The mailbox.', schema: Mailbox },
    read: getMailbox,
  }),
  patches({
    method: 'PATCH',
    path: '/mailboxes/:id',
    operationId: 'updateMailbox',
    tag,
    summary: 'Update a mailbox',
    description:
      '`defaults`, `incoming`, `outgoing` and `trust` are replaced as a whole. The stored password stays if `outgoing` names the same server and user.',
    policy,
    params,
    body: MailboxUpdate,
    success: { status: 200, description: 'The updated mailbox.', schema: Mailbox },
    errors: ['already_exists', 'version_mismatch'],
    patch: updateMailbox,
  }),
  writes({
    method: 'DELETE',
    path: '/mailboxes/:id',
    operationId: 'deleteMailbox',
    tag,
    summary: 'Delete a mailbox',
    description: 'Mail to its addresses is not accepted any more. Records and notes stay.',
    policy,
    params,
    success: { status: 200, description: 'Confirmation of the deletion.', schema: MailboxDeleted },
    errors: ['version_mismatch'],
    write: deleteMailbox,
  }),
  reads({
    method: 'POST',
    path: '/mailboxes/:id/test',
    operationId: 'testMailbox',
    tag,
    summary: 'Test a mailbox',
    description:
      'Connects to the outgoing mail server and signs in, without sending anything. Takes at most 15 seconds.',
    policy,
    params,
    success: { status: 200, description: 'The result of the test.', schema: MailboxTest },
    read: testMailbox,
  }),
];
