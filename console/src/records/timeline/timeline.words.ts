// Entries of the timeline are worded for people.
import type { Link, TimelineEntry } from '../../api/index.ts';
import { matchText } from '../../words/index.ts';
import { targetText } from './sla.words.ts';
import type { Fold } from './timeline.items.ts';

interface EventText {
  text: string;
  tone?: 'red' | 'amber' | 'accent';
  /** If false, the service did it by itself. */
  hasActor: boolean;
}

const nouns: Record<string, string> = {
  incident: 'the incident',
  change: 'the change',
  request: 'the request',
  ci: 'the CI',
  article: 'the article',
};

/** Every record type has these events. */
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
  running: 'SLA clock running',
  paused: 'SLA clock paused',
  stopped: 'SLA clock stopped',
};

export const slaText = (state: string): string => slaTexts[state] ?? state;

interface AppliedMessage {
  from: string | null;
  matched_by: string;
  sender_verified: boolean;
}

/** Says which mail changed the record; undefined for other entries. */
function messageText({ kind, changes }: TimelineEntry): EventText | undefined {
  if (kind !== 'message.applied') return undefined;
  const message = changes?.['message']?.to as AppliedMessage | undefined;
  if (!message) return { text: 'Mail received', hasActor: false };
  const { from, matched_by, sender_verified: isVerified } = message;
  const match = matchText(matched_by);
  const doubt = isVerified ? '' : ', who is not verified';
  const sender = from === null ? 'Mail without a sender' : `Mail from ${from}${doubt}`;
  const text = `${sender}${match ? `, ${match}` : ''}`;
  return { text, hasActor: false, ...(!isVerified && { tone: 'amber' as const }) };
}

export function eventText(entry: TimelineEntry): EventText {
  const { kind, sla, record } = entry;
  if (sla && kind === 'incident.updated') return { text: slaText(sla.state), hasActor: false };
  const [type = '', verb = ''] = kind.split('.');
  const common = type === record.type ? ofRecord[verb] : undefined;
  if (common)
    return { ...common, text: `${common.text} ${nouns[type] ?? 'the record'}`, hasActor: true };
  return (
    messageText(entry) ??
    targetText(entry) ??
    events[kind] ?? { text: kind.replaceAll(/[._]/g, ' '), hasActor: true }
  );
}

const movesByReply: Readonly<Record<string, string>> = {
  in_progress: 'went back to in progress',
  reopened: 'was reopened',
};

/** Says how a reply moved the record, after the name of its author; undefined for other entries. */
export function replyText({ cause, changes, record }: TimelineEntry): string | undefined {
  const move = cause?.kind === 'reply' ? movesByReply[String(changes?.['state']?.to)] : undefined;
  return move && `replied, and ${nouns[record.type] ?? 'the record'} ${move}`;
}

const causeTexts: Readonly<Record<string, string>> = {
  leader_merged: 'Its leader was merged, so it followed.',
  leader_resolved: 'Resolved with its leader.',
};

/** Says why a duplicate changed; undefined for other entries. */
export const causeText = ({ cause }: Pick<TimelineEntry, 'cause'>): string | undefined =>
  cause && causeTexts[cause.kind];

/** Returns the link that the entry is about. */
export function linkIn({ kind, changes }: TimelineEntry): { link: Link; verb: string } | undefined {
  if (kind !== 'link.added' && kind !== 'link.removed') return undefined;
  const { from, to } = changes?.['links'] ?? {};
  const link = (to ?? from) as Link | null | undefined;
  return link ? { link, verb: to === null ? 'removed the link' : 'linked' } : undefined;
}

/** Tells whether the record came back from its hold by itself. */
export const isHoldEnd = ({ cause }: Pick<TimelineEntry, 'cause'>): boolean =>
  cause?.kind === 'on_hold_until';

/** Returns the address of the person who set the end of the hold; undefined if the entry is not among those given. */
export const holdSetterIn = (
  { changes, at }: TimelineEntry,
  entries: readonly TimelineEntry[],
): string | undefined => {
  const until = changes?.['on_hold_until']?.from;
  const isSetting = (one: TimelineEntry): boolean =>
    one.at < at && until !== undefined && one.changes?.['on_hold_until']?.to === until;
  return entries.find(isSetting)?.actor;
};

/** The setter is the name of the person who set the time, where it is known. */
export const holdEndText = (setter: string | undefined): string =>
  `Came back by itself, as ${setter ?? 'somebody'} had set`;

/** An inbound webhook acts on behalf of the person who set it up, and is shown instead of that person. */
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

/** Returns a text such as "3 incidents were merged into this one, 1 was unmerged". */
function mergesText(entries: readonly TimelineEntry[]): string {
  const back = entries.filter(({ changes }) => changes?.['merged_into']?.to === null).length;
  const merged = entries.length - back;
  const parts = [
    merged > 0 && `${count(merged, 'incident was', 'incidents were')} merged into this one`,
    back > 0 && `${count(back, 'was', 'were')} unmerged`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** Returns a text such as "4 webhook deliveries, 1 failed". */
export function foldText(fold: Fold, entries: readonly TimelineEntry[]): string {
  if (fold === 'duplicate') return mergesText(entries);
  if (fold === 'mail') {
    const recipients = entries.reduce(
      (sum, { notification }) => sum + (notification?.recipients.length ?? 0),
      0,
    );
    return `${count(entries.length, 'e-mail', 'e-mails')} to ${count(recipients, 'recipient', 'recipients')}`;
  }
  const text = count(entries.length, 'webhook delivery', 'webhook deliveries');
  const others = ['failed', 'retrying', 'pending'].flatMap((status) => {
    const found = entries.filter(({ delivery }) => delivery?.status === status).length;
    return found > 0 ? [`${found} ${status}`] : [];
  });
  return [text, ...others].join(', ');
}
