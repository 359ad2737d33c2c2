// One sentence tells an employee how their report or request stands, in words that need no knowledge of the product.
export type OwnType = 'incident' | 'request';

export interface Status {
  sentence: string;
  /** Says what happens next, and what the employee can do. */
  explanation: string;
  /** The place among the steps of the page: sent, in work, fixed, confirmed. */
  step: number;
  /** A question to the employee, who is the one to act. */
  asks?: string;
  /** The home page folds finished ones. */
  isFinished?: boolean;
}

export interface OwnState {
  state: string;
  on_hold_reason?: string | null | undefined;
}

const waiting = (reason: string): Status => ({
  sentence: `We are waiting for ${reason}`,
  explanation: 'We go on as soon as it is there. You need not do anything.',
  step: 1,
});

/** Reports that wait say for what, by the reason. */
const waits: Readonly<Record<string, Status>> = {
  awaiting_caller: {
    sentence: 'We need your answer',
    explanation: 'We cannot go on without it. Please write to us below.',
    step: 1,
    asks: 'We need your answer',
  },
  awaiting_change: waiting('a planned change'),
  awaiting_problem: waiting('the cause to be found'),
  awaiting_vendor: waiting('a supplier'),
};

const paused: Status = {
  sentence: 'This has to wait for a while',
  explanation: 'We come back to it. You need not do anything.',
  step: 1,
};

const reports: Readonly<Record<string, Status>> = {
  new: {
    sentence: 'We have received your report',
    explanation: 'Somebody will look at it soon. We write to you here.',
    step: 0,
  },
  in_progress: {
    sentence: 'We are working on it',
    explanation: 'We write to you here as soon as there is news.',
    step: 1,
  },
  reopened: {
    sentence: 'We are looking at it again',
    explanation: 'Thank you for telling us. We write to you here as soon as there is news.',
    step: 1,
  },
  resolved: {
    sentence: 'We think it is fixed',
    explanation: 'Please try it, and tell us whether it works.',
    step: 2,
    asks: 'Did we fix it?',
  },
  closed: {
    sentence: 'This is finished',
    explanation: 'If it happens again, please report it again.',
    step: 3,
    isFinished: true,
  },
  cancelled: {
    sentence: 'This was withdrawn',
    explanation: 'Nobody works on it any more. If you need help, please report it again.',
    step: 0,
    isFinished: true,
  },
};

const requests: Readonly<Record<string, Status>> = {
  submitted: {
    sentence: 'Waiting for approval',
    explanation: 'Somebody decides about it soon. We write to you here.',
    step: 0,
  },
  approved: {
    sentence: 'Approved, we are getting it ready',
    explanation: 'We write to you here as soon as there is news.',
    step: 1,
  },
  fulfilled: {
    sentence: 'This is done',
    explanation: 'If something is missing, please write to us below.',
    step: 2,
    isFinished: true,
  },
  rejected: {
    sentence: 'This was not approved',
    explanation: 'If you have a question about it, please write to us below.',
    step: 1,
    isFinished: true,
  },
  cancelled: {
    sentence: 'This was withdrawn',
    explanation: 'If you still need it, please ask for it again.',
    step: 0,
    isFinished: true,
  },
};

/** A state that this release does not know gets a sentence that is never wrong. */
const unknown: Status = {
  sentence: 'We have it',
  explanation: 'We write to you here as soon as there is news.',
  step: 0,
};

export function statusOf(type: OwnType, { state, on_hold_reason }: OwnState): Status {
  if (type === 'request') return requests[state] ?? unknown;
  if (state === 'on_hold') return waits[on_hold_reason ?? ''] ?? paused;
  return reports[state] ?? unknown;
}
