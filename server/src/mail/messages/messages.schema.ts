import Type, { type Static } from 'typebox';
import { announceMore, idText, nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { MailboxId } from '../mailboxes/mailboxes.schema.ts';
import { type Cause, causes } from './causes.ts';
import { matches } from './incoming.ts';
import { decisions, messageStates } from './messages.states.ts';

export const MessageId = idText('Message ids', {
  pattern: '^msg_[0-9a-f]{32}$',
  example: 'msg_019a8651a2f77d5fa3c55d2d8f2b7c11',
});

const time = Type.String({ format: 'date-time' });
const RecordId = Type.String({ description: 'Id of an incident or a service request.' });

export const stateFilter = oneOf(messageStates);
export const causeFilter = oneOf(Object.keys(causes) as Cause[]);

const causeText = Object.entries(causes)
  .map(([cause, { state, description }]) => `\`${cause}\` (${state}): ${description}.`)
  .join(' ');

export const Message = object(
  {
    id: MessageId,
    mailbox_id: MailboxId,
    via: oneOf(['imap', 'lmtp', 'api'], { description: 'How the message was received.' }),
    envelope_from: nullable(
      Type.String({
        description:
          'Address in MAIL FROM; empty for a mail that asks for no report, null for `imap` and `api`.',
      }),
    ),
    envelope_to: Type.Array(Type.String(), { description: 'Addresses in RCPT TO.' }),
    size: Type.Integer({ description: 'Bytes of the raw message.' }),
    sender: nullable(
      Type.String({ description: 'Address in From, in lower case; null until it is known.' }),
    ),
    subject: nullable(Type.String()),
    excerpt: nullable(
      Type.String({
        description: 'The first 1,000 characters of its new text; null until they are known.',
      }),
    ),
    state: oneOf(messageStates, {
      description:
        '`received`: waits for its processing. `applied`: became a record or a note. `held`: waits for somebody to decide. `ignored`: has no effect. `failed`: could not be processed.',
    }),
    cause: nullable(
      oneOf(Object.keys(causes) as Cause[], {
        description: `Why it was not applied. ${causeText} ${announceMore('causes')}`,
      }),
    ),
    matched_by: nullable(
      oneOf(matches, {
        description: `How its record was found: by the signed reply address, a Message-ID of a mail from here, any Message-ID that is known for a record, the id in the subject, or somebody who attached the message. ${announceMore('values')}`,
      }),
    ),
    record_id: nullable(RecordId),
    note_id: nullable(Type.String({ description: 'The note; null if the record was created.' })),
    sender_verified: nullable(
      Type.Boolean({ description: 'Whether the sender was verified; null until it is known.' }),
    ),
    verified_by: nullable(oneOf(['authentication_results', 'dkim'])),
    verification_reason: nullable(
      Type.String({ description: 'Says why the sender is verified, or is not.' }),
    ),
    allowed_decisions: Type.Array(oneOf(decisions), {
      description: 'Decisions that its state allows now.',
    }),
    attempts: Type.Integer({ description: 'Attempts to process it since the last decision.' }),
    decision: nullable(oneOf(decisions, { description: 'The last decision of a person.' })),
    attach_to: nullable(RecordId),
    decided_by: nullable(Type.String({ description: 'E-mail address of the person.' })),
    decided_at: nullable(time),
    received_at: time,
    processed_at: nullable(time),
    version: Type.Integer(),
  },
  {
    title: 'Message',
    examples: [
      {
        id: 'msg_019a8651a2f77d5fa3c55d2d8f2b7c11',
        mailbox_id: 'mbx_019a8651a2f77d5fa3c55d2d8f2b7c10',
        via: 'lmtp',
        envelope_from: 'ada@example.com',
        envelope_to: ['help@example.com'],
        size: 4821,
        sender: 'ada@example.com',
        subject: 'The printer on the second floor is out of toner',
        excerpt: 'It has been blinking since this morning.',
        state: 'held',
        cause: 'not_a_participant',
        matched_by: null,
        record_id: null,
        note_id: null,
        sender_verified: true,
        verified_by: 'dkim',
        verification_reason: 'DKIM signature of example.com',
        allowed_decisions: ['release', 'discard', 'attach', 'reprocess'],
        attempts: 1,
        decision: null,
        attach_to: null,
        decided_by: null,
        decided_at: null,
        received_at: '2026-11-15T09:30:00.000Z',
        processed_at: '2026-11-15T09:30:00.120Z',
        version: 2,
      },
    ],
  },
);

export const RawMail = Type.Unsafe<Buffer>({
  type: 'string',
  contentMediaType: 'message/rfc822',
  description: 'The raw message (RFC 5322), at most 64 MB.',
  examples: [
    'From: ada@example.com\r\nTo: help@example.com\r\nSubject: Printer\r\nMessage-ID: <1@example.com>\r\n\r\nIt is out of toner.\r\n',
  ],
});

export const MessageAttach = object(
  { record_id: RecordId },
  { title: 'MessageAttach', examples: [{ record_id: 'INC0000701' }] },
);
export type MessageAttach = Static<typeof MessageAttach>;
