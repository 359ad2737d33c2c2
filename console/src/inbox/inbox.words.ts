// Every type of notification is one sentence. A type that this release does not know gets a general one.
import type { InboxNotification } from '../api/index.ts';

/** Icons are named here, so that the table needs no components. */
export type EntryIcon =
  | 'assigned'
  | 'reply'
  | 'awaiting'
  | 'resolved'
  | 'approval'
  | 'article'
  | 'clock'
  | 'webhook'
  | 'mention'
  | 'watched'
  | 'other';

/** Texts of the table get the id of the record, or a word for it, and the name of the author. */
interface Facts extends Omit<InboxNotification, 'record'> {
  record: string;
  author_name: string;
}

interface Wording {
  icon: EntryIcon;
  sentence: (facts: Facts) => string;
}

const awaitsDecision: Wording = {
  icon: 'approval',
  sentence: ({ record }) => `${record} waits for your decision`,
};

const failures = (count: number): string => (count > 1 ? `${count} deliveries` : 'A delivery');

const openRecords = (total: number): string =>
  `${total} open ${total === 1 ? 'record' : 'records'}`;

const wordings: Readonly<Record<string, Wording>> = {
  'incident.assigned': {
    icon: 'assigned',
    sentence: ({ record }) => `${record} is assigned to you`,
  },
  'incident.stakeholders': {
    icon: 'other',
    sentence: ({ record }) => `Somebody asked to notify you of ${record}`,
  },
  'incident.replied': {
    icon: 'reply',
    sentence: ({ record, author_name }) => `${author_name} replied to ${record}`,
  },
  'incident.resumed': {
    icon: 'clock',
    sentence: ({ record }) => `${record} is back from its hold`,
  },
  'incident.answered': {
    icon: 'reply',
    sentence: ({ record, author_name }) => `${author_name} answered you on ${record}`,
  },
  'incident.awaiting_you': {
    icon: 'awaiting',
    sentence: ({ record }) => `${record} waits for your answer`,
  },
  'incident.resolved': { icon: 'resolved', sentence: ({ record }) => `${record} is resolved` },
  'mail.received': { icon: 'reply', sentence: ({ record }) => `Your mail became ${record}` },
  'approval.requested': awaitsDecision,
  'change.submitted': awaitsDecision,
  'request.submitted': awaitsDecision,
  'task.ready': {
    icon: 'assigned',
    sentence: ({ task_name = 'A task', record }) => `Ready to begin: ${task_name}, for ${record}`,
  },
  'change.decided': {
    icon: 'approval',
    sentence: ({ record, state = 'decided' }) => `Your change ${record} was ${state}`,
  },
  'request.decided': {
    icon: 'approval',
    sentence: ({ record, state = 'decided' }) => `Your request ${record} was ${state}`,
  },
  'article.submitted': {
    icon: 'article',
    sentence: ({ record }) => `${record} waits for your review`,
  },
  'article.published': {
    icon: 'article',
    sentence: ({ record }) => `Your article ${record} is published`,
  },
  'article.sent_back': {
    icon: 'article',
    sentence: ({ record }) => `Your article ${record} was sent back with a comment`,
  },
  mention: {
    icon: 'mention',
    sentence: ({ record, author_name }) => `${author_name} mentions you in ${record}`,
  },
  'watched.updated': {
    icon: 'watched',
    sentence: ({ record, author_name, state = 'changed', previous_state }) =>
      previous_state === undefined
        ? `${author_name} wrote a note on ${record}`
        : `${record} is now ${state.replaceAll('_', ' ')}`,
  },
  'sla.breach_warning': {
    icon: 'clock',
    sentence: ({ record }) => `${record} has used 75 % of its SLA time`,
  },
  'webhook.delivery_failed': {
    icon: 'webhook',
    sentence: ({ webhook_name = '', count = 1 }) =>
      `${failures(count)} of the webhook ${webhook_name} failed`,
  },
  'work.left_open': {
    icon: 'assigned',
    sentence: ({ person_name = 'Somebody', group, total = 0 }) =>
      `${person_name} has left, with ${openRecords(total)}${group ? ` of ${group}` : ''}`,
  },
  'work.handed_over': {
    icon: 'assigned',
    sentence: ({ person_name = 'somebody', total = 0 }) =>
      `You take over ${openRecords(total)} of ${person_name}`,
  },
  'rule.message': {
    icon: 'other',
    sentence: ({ record, text, rule = 'A rule' }) => `${record}: ${text ?? rule}`,
  },
  'webhook.owner_inactive': {
    icon: 'webhook',
    sentence: ({ webhook_name = '' }) => `The webhook ${webhook_name} needs another owner`,
  },
};

const decisions: Readonly<Record<string, string>> = {
  approved: 'approved',
  rejected: 'not approved',
  fulfilled: 'done',
  cancelled: 'withdrawn',
};

/** Requesters know reports and requests by their titles, which follow the sentence. */
const ownWordings: Readonly<Record<string, Wording>> = {
  'approval.requested': { icon: 'approval', sentence: () => 'Somebody needs your approval' },
  'incident.stakeholders': { icon: 'other', sentence: () => 'Somebody wants you to know of this' },
  'incident.answered': {
    icon: 'reply',
    sentence: ({ author_name }) => `${author_name} answered your report`,
  },
  'incident.awaiting_you': { icon: 'awaiting', sentence: () => 'We need your answer' },
  'incident.resolved': { icon: 'resolved', sentence: () => 'We think it is fixed. Is it?' },
  'request.decided': {
    icon: 'approval',
    sentence: ({ state = '' }) => `Your request is ${decisions[state] ?? 'decided'}`,
  },
  mention: { icon: 'mention', sentence: ({ author_name }) => `${author_name} mentions you` },
  'watched.updated': { icon: 'watched', sentence: () => 'There is news about what you follow' },
};
const ownUnknown: Wording = { icon: 'other', sentence: () => 'There is news for you' };

const unknown: Wording = { icon: 'other', sentence: ({ record }) => `${record} has news for you` };

const recordIdOf = ({
  incident_id,
  change_id,
  service_request_id,
  article_id,
  ci_id,
  record,
}: InboxNotification): string | undefined =>
  incident_id ?? change_id ?? service_request_id ?? article_id ?? ci_id ?? record?.id;

/** Says what happened, with the name of the author as `nameOf` gives it. */
export function wordsOf(
  notification: InboxNotification,
  nameOf: (address: string) => string,
  isForRequester = false,
): { icon: EntryIcon; sentence: string } {
  const { icon, sentence } = isForRequester
    ? (ownWordings[notification.type] ?? ownUnknown)
    : (wordings[notification.type] ?? unknown);
  const { author } = notification;
  const facts = {
    ...notification,
    record: recordIdOf(notification) ?? 'The service',
    author_name: author === undefined ? 'Somebody' : nameOf(author),
  };
  return { icon, sentence: sentence(facts).replaceAll('  ', ' ') };
}

/** Tests compare this with the types of the API. */
export const wordedTypes: readonly string[] = Object.keys(wordings);
