import type { NoteToAdd } from '../../records/index.ts';
import type { ServiceRequestCreate, ServiceRequestUpdate } from '../../requests/index.ts';
import { addressOf, managers, memberOf, requester } from '../data/people.ts';
import type { RequestPlan } from '../data/requests.ts';
import { iso } from './calendar.ts';
import { DAY, HOUR, History, MINUTE, type Step } from './history.ts';

interface RequestInputs {
  create: ServiceRequestCreate;
  update: ServiceRequestUpdate;
  approve: { comment?: string };
  reject: { comment?: string };
  fulfil: object;
  cancel: object;
  note: NoteToAdd;
}

const decisions = { approved: 'approve', fulfilled: 'approve', rejected: 'reject' } as const;

export function planRequest(plan: RequestPlan, n: number, now: number): Step[] {
  const { requestedFor, item, title, description, group, daysAgo, reached, comment, note } = plan;
  const history = new History<RequestInputs>('request', `request-${n}`, now);
  const by = requester(plan.by);
  const fulfiller = memberOf(group);
  const openedAt = now - daysAgo * DAY;
  history.at(openedAt, by, 'create', {
    short_description: title,
    description,
    item,
    due_at: iso(openedAt + 14 * DAY),
    ...(requestedFor && { requested_for: addressOf(requester(requestedFor)) }),
  });
  history.after(25 * MINUTE, fulfiller, 'update', {
    assignment_group: group,
    assigned_to: addressOf(fulfiller),
  });
  if (note) history.after(HOUR, fulfiller, 'note', { body: note, visibility: 'public' });
  if (reached === 'cancelled') history.after(3 * HOUR, by, 'cancel', {});
  if (reached in decisions) {
    const decision = decisions[reached as keyof typeof decisions];
    const manager = n % 2 === 0 ? managers.helen : managers.omar;
    history.after(20 * HOUR, manager, decision, comment === undefined ? {} : { comment });
  }
  if (reached === 'fulfilled') history.after(3 * DAY, fulfiller, 'fulfil', {});
  return history.steps;
}
