// Entries of the timeline in words.
import type { TimelineEntry } from '../../api/index.ts';

interface EventText {
  text: string;
  tone?: 'red' | 'amber' | 'accent';
  /** Whether a person did it, and not the service by itself. */
  hasActor: boolean;
}

/** The word for a record of a type. */
const nouns: Record<string, string> = {
  incident: 'the incident',
  change: 'the change',
  request: 'the request',
  ci: 'the CI',
  article: 'the article',
};

/** Events of every record, after its type. */
const ofRecord: Record<string, Pick<EventText, 'text' | 'tone'>> = {
  created: { text: 'opened' },
  updated: { text: 'updated' },
  deleted: { text: 'deleted', tone: 'red' },
  restored: { text: 'restored' },
};

const events: Record<string, EventText> = {
  'incident.ai_suggested': {
    text: 'The assistant suggested a resolution',
    hasActor: false,
    tone: 'accent',
  },
  'incident.ai_analyzed': {
    text: 'asked the assistant for an analysis',
    hasActor: true,
    tone: 'accent',
  },
  'change.ai_analyzed': {
    text: 'asked the assistant for an analysis',
    hasActor: true,
    tone: 'accent',
  },
  'sla.breach_warning': { text: '75 % of the SLA target is used', hasActor: false, tone: 'amber' },
  'sla.breached': { text: 'The SLA target is breached', hasActor: false, tone: 'red' },
};

const slaTexts: Record<string, string> = {
  running: 'SLA clock runs',
  paused: 'SLA clock paused',
  stopped: 'SLA clock stopped',
};

export const slaText = (state: string): string => slaTexts[state] ?? state;

export function eventText({ kind, sla, record }: TimelineEntry): EventText {
  if (sla && kind === 'incident.updated') return { text: slaText(sla.state), hasActor: false };
  const [type = '', verb = ''] = kind.split('.');
  const common = type === record.type ? ofRecord[verb] : undefined;
  if (common)
    return { ...common, text: `${common.text} ${nouns[type] ?? 'the record'}`, hasActor: true };
  return events[kind] ?? { text: kind.replaceAll(/[._]/g, ' '), hasActor: true };
}

/** An inbound webhook acts in the name of the person who set it up, and is shown instead of that person. */
export const actorText = (
  { actor, via }: Pick<TimelineEntry, 'actor' | 'via'>,
  nameOf: (email: string) => string,
) =>
  via
    ? { name: via.name, hover: `Webhook, set up by ${nameOf(actor)}` }
    : { name: nameOf(actor), hover: actor };

export const deliveryTone = (status: string): 'red' | 'amber' | undefined => {
  if (status === 'failed') return 'red';
  return status === 'delivered' ? undefined : 'amber';
};

const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

/** "4 webhook deliveries, 1 failed" */
export function foldText(fold: 'delivery' | 'mail', entries: readonly TimelineEntry[]): string {
  if (fold === 'mail') {
    const recipients = entries.reduce(
      (sum, { notification }) => sum + (notification?.recipients.length ?? 0),
      0,
    );
    return `${count(entries.length, 'mail', 'mails')} to ${count(recipients, 'recipient', 'recipients')}`;
  }
  const text = count(entries.length, 'webhook delivery', 'webhook deliveries');
  const others = ['failed', 'retrying', 'pending'].flatMap((status) => {
    const found = entries.filter(({ delivery }) => delivery?.status === status).length;
    return found > 0 ? [`${found} ${status}`] : [];
  });
  return [text, ...others].join(', ');
}
