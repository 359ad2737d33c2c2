// States and causes of messages in words.
import type { Message } from '../../api/index.ts';

export const stateLabels: Readonly<Record<string, string>> = {
  received: 'Received',
  applied: 'Applied',
  held: 'Held',
  ignored: 'Ignored',
  failed: 'Failed',
};

export const causeLabels: Readonly<Record<string, string>> = {
  not_a_participant: 'The sender takes no part in the record',
  sender_failed: 'The domain of the sender says that it is forged',
  sender_unverified: 'The sender is not verified',
  sender_unclear: 'It names no sender, or several',
  unknown_sender: 'Nobody has the address of the sender',
  sender_inactive: 'The account of the sender is not active',
  flood: 'Too many messages of the sender in ten minutes',
  encrypted: 'It is encrypted',
  record_not_writable: 'The record takes no notes',
  invalid_record: 'The new record would not be valid',
  mailbox_inactive: 'The mailbox is not active',
  bounce: 'It reports a mail that was not delivered',
  own_address: 'It comes from a mailbox of this instance',
  automatic: 'It is an automatic response',
  discarded: 'Somebody discarded it',
  unparsable: 'It is not a mail, or too large',
  not_processed: 'It could not be processed',
};

/** A state or cause that a later release adds reads as its name. */
export const stateText = ({ state }: Pick<Message, 'state'>): string => stateLabels[state] ?? state;
export const causeText = ({ cause }: Pick<Message, 'cause'>): string =>
  cause === null ? '' : (causeLabels[cause] ?? cause);

const matchLabels: Readonly<Record<string, string>> = {
  reply_address: 'found by the reply address',
  own_message_id: 'found as an answer to a mail from here',
  known_message_id: 'found as an answer to a mail of the record',
  subject: 'found by the id in the subject',
  new_record: 'created by the message',
  attached: 'chosen by somebody',
};

/** Says how the message came to its record; undefined as long as it has none. */
export const matchText = ({ matched_by: by }: Pick<Message, 'matched_by'>): string | undefined =>
  by === null ? undefined : (matchLabels[by] ?? by);

export const senderText = ({ sender, envelope_from: envelope }: Message): string =>
  sender ?? (envelope || 'Unknown sender');

export const subjectText = ({ subject }: Pick<Message, 'subject'>): string =>
  subject?.trim() || 'No subject';
