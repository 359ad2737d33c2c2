// Why a message is held, ignored or could not be processed. API clients read these causes, so one is never renamed.
type CauseState = 'held' | 'ignored' | 'failed';

interface CauseRow {
  state: CauseState;
  /** Completes the sentence "The message is held because …". */
  description: string;
}

export const causes = {
  not_a_participant: {
    state: 'held',
    description: 'its verified sender is neither a participant of the record nor an agent',
  },
  sender_failed: {
    state: 'held',
    description: 'the domain of its sender says that such mail is not its own',
  },
  sender_unverified: {
    state: 'held',
    description: 'its sender is not verified, and the mailbox takes only verified mail',
  },
  sender_unclear: {
    state: 'held',
    description: 'it names no sender, or more than one',
  },
  unknown_sender: {
    state: 'held',
    description: 'nobody has the address of its sender, and `mail_new_requesters` is off',
  },
  sender_inactive: {
    state: 'held',
    description: 'its sender is a person whose account is not active',
  },
  flood: {
    state: 'held',
    description: 'more than 20 messages of its sender reached the record within ten minutes',
  },
  encrypted: {
    state: 'held',
    description: 'it is encrypted, so its text cannot be read here',
  },
  record_not_writable: {
    state: 'held',
    description: 'the record takes no notes, for example because it was deleted',
  },
  invalid_record: {
    state: 'held',
    description: 'the record that it would make is not valid, for example by its defaults',
  },
  mailbox_inactive: {
    state: 'held',
    description: 'its mailbox was deactivated or deleted after it was received',
  },
  bounce: {
    state: 'ignored',
    description: 'it reports that a mail of ours was not delivered',
  },
  own_address: {
    state: 'ignored',
    description: 'it comes from a mailbox of this instance',
  },
  automatic: {
    state: 'ignored',
    description: 'it was sent automatically in response to a mail of ours',
  },
  discarded: {
    state: 'ignored',
    description: 'somebody discarded it',
  },
  unparsable: {
    state: 'failed',
    description: 'it is not a mail, or exceeds the limits of the parser',
  },
  too_large: {
    state: 'failed',
    description:
      'it is larger than 64 MB, so only its header was read; the mail is at the mail server',
  },
  not_processed: {
    state: 'failed',
    description: 'it could not be processed; the log of the instance says why',
  },
} as const satisfies Readonly<Record<string, CauseRow>>;

export type Cause = keyof typeof causes;
