// Notifies people of the incidents that concern them, in the transaction of the write.
import { filterByRole, groupAddress, groupMembers, may } from '../../identity/index.ts';
import {
  notifyAssignee,
  notifyPeople,
  type RecordNotice,
  sendNotification,
} from '../../notifications/index.ts';
import {
  type Context,
  distinctPeople,
  isOwnAddress,
  isSamePerson,
} from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type AddedNote, ownerOf, readParticipants } from '../../records/index.ts';
import { type IncidentContext, incidentNotice, incidents } from '../incidents.record.ts';
import type { IncidentRow } from '../incidents.sql.ts';
import { replyNotice, requesterNotice, type RequesterNoticeType } from './note-notices.ts';

/** A caller's limit of mails counts only people whom the caller chose, not those whom a rule assigned. */
const notifyAssigned = (
  tx: Tx,
  context: Context,
  row: IncidentRow,
  chosen: string | null | undefined,
): Promise<void> => {
  const notice = incidentNotice(row, 'incident.assigned', context.baseUrl);
  const takePart = chosen !== row.assigned_to;
  return notifyAssignee(tx, context, { ...notice, takePart }, row.assigned_to);
};

/** Sends one mail to the assignee, the assignment group and the owner of the CI. */
async function notifyStakeholders(tx: Tx, context: Context, row: IncidentRow): Promise<void> {
  const { assigned_to: assignee, assignment_group: group } = row;
  const address = group === null ? null : await groupAddress(tx, group);
  const owner = await ownerOf(tx, 'ci', row.ci_id);
  const people = [assignee, owner].filter((one) => one !== null);
  await sendNotification(tx, context, {
    ...incidentNotice(row, 'incident.stakeholders', context.baseUrl),
    people: distinctPeople(people),
    mailTo: distinctPeople(address === null ? people : [...people, address]),
  });
}

interface SentMembers {
  notify_stakeholders?: boolean | undefined;
  assigned_to?: string | null | undefined;
}

/** `sent` are members of the request. */
export const notifyOfCreation = (
  tx: Tx,
  context: Context,
  row: IncidentRow,
  { notify_stakeholders: toStakeholders, assigned_to: chosen }: SentMembers,
): Promise<void> =>
  toStakeholders === true
    ? notifyStakeholders(tx, context, row)
    : notifyAssigned(tx, context, row, chosen);

interface Update {
  context: Context;
  before: IncidentRow;
  after: IncidentRow;
  /** A note that the requester may read. */
  note: AddedNote | undefined;
}

const waitsForRequester = ({ state, on_hold_reason }: IncidentRow): boolean =>
  state === 'on_hold' && on_hold_reason === 'awaiting_caller';

/** The requester gets the first of these that applies, and no other. */
const requesterNotices: Record<RequesterNoticeType, (update: Update) => boolean> = {
  'incident.resolved': ({ before, after }) =>
    after.state === 'resolved' && before.state !== 'resolved',
  'incident.awaiting_you': ({ before, after }) =>
    waitsForRequester(after) && !waitsForRequester(before),
  'incident.answered': ({ note }) => note !== undefined,
};

const noticeTypes = Object.keys(requesterNotices) as RequesterNoticeType[];

const readers = may('incidents.read');
const readersOfAll = Object.keys(readers).filter((role) => readers[role] === 'all');

/** An incident belongs to its opener, whose role may reach no other. */
async function filterReaders(
  tx: Tx,
  { opened_by }: IncidentRow,
  people: readonly string[],
): Promise<string[]> {
  const isOpener = (one: string) => isSamePerson(one, opened_by);
  const others = people.filter((one) => !isOpener(one));
  return [
    ...(await filterByRole(tx, others, readersOfAll)),
    ...(await filterByRole(tx, people.filter(isOpener), Object.keys(readers))),
  ];
}

/** A setting turns off the mails. */
const mailing = (context: Context): Context =>
  context.settings.requester_mail ? context : { ...context, withoutMail: true };

const sendToRequester = (
  tx: Tx,
  context: Context,
  row: IncidentRow,
  type: RequesterNoticeType,
  note: AddedNote | undefined,
): Promise<void> => {
  const notice = requesterNotice(row, type, note, { baseUrl: context.baseUrl });
  return notifyPeople(tx, mailing(context), notice, [row.requester]);
};

/**
 * The people in copy get by mail each public note of somebody else, and that the incident is resolved. Those who may read
 * the incident are notified in the service, too.
 */
async function notifyCopied(tx: Tx, { context, before, after, note }: Update): Promise<void> {
  const isResolved = after.state === 'resolved' && before.state !== 'resolved';
  if (!isResolved && !note) return;
  const { requester } = after;
  const isNotified = (one: string) => requester !== null && isSamePerson(one, requester);
  const participants = await readParticipants(tx, after.id);
  const copied = participants.flatMap(({ kind, email }) =>
    kind === 'cc' && !isOwnAddress(context.actor, email) && !isNotified(email) ? [email] : [],
  );
  if (copied.length === 0) return;
  const type = isResolved ? 'incident.resolved' : 'incident.answered';
  await sendNotification(tx, mailing(context), {
    ...requesterNotice(after, type, note, { baseUrl: context.baseUrl, to: 'cc' }),
    people: await filterReaders(tx, after, copied),
    mailTo: distinctPeople(copied),
  });
}

/** Returns whether the requester is notified. */
async function notifyRequester(tx: Tx, update: Update): Promise<boolean> {
  const { context, after, note } = update;
  const { requester } = after;
  if (requester === null || isOwnAddress(context.actor, requester)) return false;
  const type = noticeTypes.find((one) => requesterNotices[one](update));
  if (type === undefined) return false;
  await sendToRequester(tx, context, after, type, note);
  return true;
}

/** Notifies the assignee; while nobody is assigned, the members of the group. */
async function notifyWorkers(
  tx: Tx,
  context: IncidentContext,
  row: IncidentRow,
  notice: RecordNotice,
): Promise<void> {
  const { assigned_to: assignee, assignment_group: group } = row;
  const findMembers = async () => (group === null ? [] : groupMembers(tx, group));
  const people = assignee === null ? await findMembers() : [assignee];
  await notifyPeople(tx, context, notice, await filterReaders(tx, row, people));
}

const workersOf = ({ assigned_to, assignment_group }: IncidentRow) => ({
  assigned_to,
  assignment_group,
});

async function notifyOfReply(tx: Tx, { context, after, note }: Update): Promise<void> {
  const { requester, merged_into: leader } = after;
  if (!note || !isOwnAddress(context.actor, requester)) return;
  // The work on a duplicate is done in its leader.
  const worked = leader === null ? after : ((await incidents.table.find(tx, leader)) ?? after);
  const notice = replyNotice(after, note, context.baseUrl);
  await notifyWorkers(tx, context, { ...after, ...workersOf(worked) }, notice);
}

/** The people who work on the incident put it aside until now. */
export const notifyOfHoldEnd = (
  tx: Tx,
  context: IncidentContext,
  row: IncidentRow,
): Promise<void> =>
  notifyWorkers(tx, context, row, incidentNotice(row, 'incident.resumed', context.baseUrl));

/** A note of the leader is sent to the requester of a duplicate, about the duplicate. */
export const notifyOfLeaderNote = (
  tx: Tx,
  context: Context,
  duplicate: IncidentRow,
  note: AddedNote,
): Promise<void> => sendToRequester(tx, context, duplicate, 'incident.answered', note);

/**
 * Every path that updates an incident calls this once. An update that adds a team and a public note names the public one;
 * `chosen` is the assignee that the request named.
 */
export async function notifyOfUpdate(
  tx: Tx,
  context: Context,
  before: IncidentRow,
  after: IncidentRow,
  added?: AddedNote,
  chosen?: string | null,
): Promise<void> {
  const note = added?.visibility === 'public' ? added : undefined;
  const update = { context, before, after, note };
  const isNotified = await notifyRequester(tx, update);
  await notifyCopied(tx, update);
  await notifyOfReply(tx, update);
  const { assigned_to: assignee, requester } = after;
  if (assignee === null || assignee === before.assigned_to) return;
  // One write sends the requester one notification.
  if (isNotified && requester !== null && isSamePerson(assignee, requester)) return;
  await notifyAssigned(tx, context, after, chosen);
}
