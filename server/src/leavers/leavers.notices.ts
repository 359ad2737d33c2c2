// Notifies the groups of a leaver's open records, and the managers, of what has to be handed over.
import { addressesWithRole, groupMembers, may } from '../identity/index.ts';
import { sendNotification } from '../notifications/index.ts';
import { type AuditContext, distinctPeople, isSamePerson } from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { findOpenWork, type OpenRecord, typesOfWork } from '../records/index.ts';
import { MAX_LISTED } from './leavers.schema.ts';

interface Account {
  id: string;
  email: string;
  previous_emails: string[];
  name: string;
  active: boolean;
}

const MAX_NAMED = 20;

/** Sends one notification about these records of the leaver; `group` is null for managers. */
async function notifyOf(
  tx: Tx,
  context: AuditContext,
  leaver: Account,
  { group, people, records }: { group: string | null; people: string[]; records: OpenRecord[] },
): Promise<void> {
  const others = distinctPeople(people).filter((one) => !isSamePerson(one, leaver.email));
  if (others.length === 0) return;
  const { id, email: person, name: person_name } = leaver;
  const total = records.length;
  const ofGroup = group === null ? '' : ` of the group ${group}`;
  await sendNotification(tx, context, {
    type: 'work.left_open',
    record: { type: 'user', id, version: 1 },
    people: others,
    data: {
      user_id: id,
      person,
      person_name,
      group,
      total,
      records: records.slice(0, MAX_NAMED).map(({ type, id: record, title }) => ({
        type,
        id: record,
        title,
      })),
    },
    mailTo: others,
    content: {
      subject: `${person_name} has left, with open work`,
      lines: [
        `${person_name} (${person}) was deactivated. ${total === MAX_LISTED ? `At least ${total}` : total} open records${ofGroup} are assigned to them:`,
        ...records.slice(0, MAX_NAMED).map((record) => `${record.id}: ${record.title}`),
        ...(total > MAX_NAMED ? [`… and ${total - MAX_NAMED} more.`] : []),
        '',
        'A manager hands them over on the page of the person, to a colleague or back to their groups.',
      ],
    },
  });
}

/** Runs in the transaction that deactivates the user. */
export async function notifyOfOpenWork(
  tx: Tx,
  before: Account | null,
  after: Account,
  context: AuditContext,
): Promise<void> {
  if (!before?.active || after.active) return;
  const records: OpenRecord[] = [];
  for (const type of typesOfWork())
    records.push(
      ...(await findOpenWork(
        tx,
        type,
        { assignees: [after.email, ...after.previous_emails] },
        MAX_LISTED,
      )),
    );
  if (records.length === 0) return;
  const managers = await addressesWithRole(tx, Object.keys(may('work.hand_over')));
  await notifyOf(tx, context, after, { group: null, people: managers, records });
  const byGroup = Map.groupBy(records, ({ assignment_group }) => assignment_group);
  for (const [group, ofGroup] of byGroup) {
    if (group === null) continue;
    const members = await groupMembers(tx, group);
    const people = members.filter((one) => !managers.some((other) => isSamePerson(one, other)));
    await notifyOf(tx, context, after, { group, people, records: ofGroup });
  }
}
