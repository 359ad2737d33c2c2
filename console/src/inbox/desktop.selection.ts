// Few notifications are worth an interruption.
import type { InboxNotification, LiveEvent, Me } from '../api/index.ts';

/** The others can wait until somebody looks at the inbox. */
const SHOWN = new Set([
  'incident.assigned',
  'incident.replied',
  'incident.answered',
  'incident.awaiting_you',
  'mention',
  'sla.breach_warning',
]);

/** Returns those to show that are newer than `lastId`, oldest first; ids ascend with time. */
export const selectForDesktop = (
  newest: readonly InboxNotification[],
  lastId: string,
): InboxNotification[] =>
  newest
    .filter(({ id, type, read_at }) => id > lastId && read_at === null && SHOWN.has(type))
    .toReversed();

/** Returns the highest id, or `lastId` if there is no higher one. */
export const lastIdOf = (newest: readonly InboxNotification[], lastId: string): string =>
  newest.reduce((last, { id }) => (id > last ? id : last), lastId);

/** There is no notification of this, so the event itself is shown: an incident of a group of this person becomes a P1. */
export function urgentOf(
  event: LiveEvent,
  { groups }: Pick<Me, 'groups'>,
): { id: string; title: string } | undefined {
  if (event.event !== 'incident.created' && event.event !== 'incident.priority_changed')
    return undefined;
  // The last event of an incident that was deleted names it only.
  if (!('priority' in event.data)) return undefined;
  const { id, short_description, priority, assignment_group } = event.data;
  const isMine = assignment_group !== null && groups.includes(assignment_group);
  const isUrgent = priority === 'P1' && isMine;
  return isUrgent ? { id, title: short_description } : undefined;
}
