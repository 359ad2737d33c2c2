// A message as it is delivered to a record, and what became of it.
import type { MailboxRow } from '../mailboxes/mailboxes.sql.ts';
import type { ParsedMail } from '../text/parse/parsed-mail.ts';
import type { Cause } from './causes.ts';

/** Says how the record was found, in the order of the attempts. */
export const matches = [
  'reply_address',
  'own_message_id',
  'known_message_id',
  'subject',
  'new_record',
  'attached',
] as const;
export type MatchedBy = (typeof matches)[number];

export interface Verification {
  /** `failed`: the domain of From says that such mail is not its own. */
  result: 'verified' | 'unverified' | 'failed';
  by: 'authentication_results' | 'dkim' | null;
  /** The one address of From, in lower case; null without one. */
  from: string | null;
  /** Says why, for the page of held mail. */
  reason: string;
}

export interface Incoming {
  id: string;
  mailbox: MailboxRow;
  via: 'imap' | 'lmtp' | 'api';
  envelope: { from: string | null; to: readonly string[] };
  mail: ParsedMail;
  sender: Verification;
  receivedAt: Date;
  /** Somebody has released the message, or attached it to this record. */
  decision: { by: string; attachTo: string | null } | null;
}

export type Outcome =
  | {
      state: 'applied';
      record_id: string;
      note_id: string | null;
      matched_by: MatchedBy;
      sender_verified: boolean;
    }
  | { state: 'held' | 'ignored'; cause: Cause };
