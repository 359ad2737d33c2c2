// States and causes of messages, and decisions about them, in words.
import type { MailDecision, Message } from '../../api/index.ts';

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
  unparsable: 'It is not a mail, or cannot be read',
  too_large: 'It is too large',
  not_processed: 'It could not be processed',
};

/** A state or cause that a later release adds reads as its name. */
export const stateText = ({ state }: Pick<Message, 'state'>): string => stateLabels[state] ?? state;
export const causeText = ({ cause }: Pick<Message, 'cause'>): string =>
  cause === null ? '' : (causeLabels[cause] ?? cause);

export const senderText = ({ sender, envelope_from: envelope }: Message): string =>
  sender ?? (envelope || 'Unknown sender');

export const subjectText = ({ subject }: Pick<Message, 'subject'>): string =>
  subject?.trim() || 'No subject';

export const WAITING_MAIL = 'Waits for a decision';

export const decisionLabels: Readonly<
  Record<MailDecision | 'attach', { label: string; effect: string }>
> = {
  release: { label: 'Release', effect: 'Apply it without the rules that hold it' },
  attach: { label: 'Attach…', effect: 'Add it to a record as a note' },
  discard: { label: 'Discard', effect: 'Leave it without effect' },
  reprocess: { label: 'Process again', effect: 'Apply all rules again' },
};

/** These texts follow the subject of the message. */
export const decidedTexts: Readonly<Record<MailDecision, string>> = {
  release: 'is released',
  discard: 'is discarded',
  reprocess: 'is processed again',
};

export const notAllowedTexts: Readonly<Record<MailDecision | 'attach', string>> = {
  release: 'Only a message that is held can be released.',
  attach: 'Only a message that is held or ignored can be attached.',
  discard: 'Only a message that is held or has failed can be discarded.',
  reprocess: 'Only a message that was not applied can be processed again.',
};

/** Returns the id of an incident or a request that the subject names. */
export const idInSubject = ({ subject }: Pick<Message, 'subject'>): string | undefined =>
  /\b(?:INC|REQ)\d{7}\b/i.exec(subject ?? '')?.[0].toUpperCase();
