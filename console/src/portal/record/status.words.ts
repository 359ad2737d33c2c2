// The state of a record is put in words for the person who reported it: what it means, what happens next, and what they
// can do. People who never saw the product read them, so none of the terms of the agents occurs here.
import type { Incident, ServiceRequest } from '../../api/index.ts';
import { dateFormat } from '../../ui/region/region.ts';

export interface StatusWords {
  sentence: string;
  /** Says what happens next, and what the reader can do. */
  next: string;
  tone: 'blue' | 'amber' | 'green' | 'grey';
}

/** The reader has nothing to do. */
const NOTHING = 'You do not have to do anything.';

type ReportState = Incident['state'];
type Reason = NonNullable<Incident['on_hold_reason']>;

const reports: Record<Exclude<ReportState, 'on_hold'>, StatusWords> = {
  new: {
    sentence: 'We have received your report',
    next: 'Somebody will look at it soon. Our answers appear on this page.',
    tone: 'blue',
  },
  in_progress: {
    sentence: 'We are working on it',
    next: `${NOTHING} Write to us below if something changes.`,
    tone: 'blue',
  },
  resolved: {
    sentence: 'We think it is fixed',
    next: 'Please try it, and tell us below whether it works.',
    tone: 'green',
  },
  reopened: {
    sentence: 'We are looking at it again',
    next: `Thank you for telling us. ${NOTHING}`,
    tone: 'blue',
  },
  closed: {
    sentence: 'This is finished',
    next: 'If it happens again, report it again below.',
    tone: 'green',
  },
  cancelled: {
    sentence: 'This was withdrawn',
    next: 'Nobody works on it any more. If you still need help, report it again below.',
    tone: 'grey',
  },
};

const waits: Record<Reason, StatusWords> = {
  awaiting_caller: {
    sentence: 'We need your answer',
    next: 'We go on as soon as you answer. Read our question, and write to us below.',
    tone: 'amber',
  },
  awaiting_vendor: {
    sentence: 'We are waiting for a supplier',
    next: `We go on as soon as we hear from them. ${NOTHING}`,
    tone: 'blue',
  },
  awaiting_change: {
    sentence: 'We are waiting for a planned change',
    next: `The repair is planned and takes some time. ${NOTHING}`,
    tone: 'blue',
  },
  awaiting_problem: {
    sentence: 'We are looking for the cause',
    next: `Others may have the same trouble, so this can take longer. ${NOTHING}`,
    tone: 'blue',
  },
};

const PAUSED: StatusWords = {
  sentence: 'We have paused this for now',
  next: `We come back to it. ${NOTHING}`,
  tone: 'blue',
};

export const waitWords = (reason: string | null | undefined): StatusWords =>
  waits[reason as Reason] ?? PAUSED;

type Waiting = Pick<Incident, 'state' | 'on_hold_reason'> & { on_hold_until?: string | null };

const dayFormat = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

const untilText = (until: string | null | undefined): string =>
  until === null || until === undefined
    ? ''
    : ` We are back on it on ${dayFormat(Date.parse(until))}.`;

export function reportWords({ state, on_hold_reason, on_hold_until }: Waiting): StatusWords {
  if (state !== 'on_hold') return reports[state];
  const words = waitWords(on_hold_reason);
  return { ...words, next: words.next + untilText(on_hold_until) };
}

export const requestWords: Record<ServiceRequest['state'], StatusWords> = {
  submitted: {
    sentence: 'Waiting for approval',
    next: 'Somebody has to agree first. Their decision appears on this page.',
    tone: 'blue',
  },
  approved: {
    sentence: 'Approved, and we are working on it',
    next: `${NOTHING} Write to us below if something changes.`,
    tone: 'blue',
  },
  fulfilled: {
    sentence: 'This is done',
    next: 'If something is missing, write to us below.',
    tone: 'green',
  },
  rejected: {
    sentence: 'This was not approved',
    next: 'The reason is below. If you have a question about it, write to us.',
    tone: 'grey',
  },
  cancelled: {
    sentence: 'This was withdrawn',
    next: 'Nobody works on it any more. If you still need it, request it again.',
    tone: 'grey',
  },
};

/** An approver reads whom a request that is not their own waits for. */
export const approverWords = (isAsked: boolean): StatusWords =>
  isAsked
    ? { sentence: 'Not decided yet', next: 'The request goes on once you decide.', tone: 'amber' }
    : {
        sentence: 'Waiting for others',
        next: 'Other people have to decide as well. You do not have to do anything.',
        tone: 'blue',
      };
