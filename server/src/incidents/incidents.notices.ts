// Tells people about the incidents that concern them, in the transaction of the write.
import { groupAddress } from '../identity/index.ts';
import { notifyAssignee, sendNotification } from '../notifications/index.ts';
import { type Context, distinctPeople } from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { type AddedNote, ownerOf } from '../records/index.ts';
import { incidentNotice } from './incidents.record.ts';
import type { IncidentRow } from './incidents.sql.ts';

const notifyAssigned = (tx: Tx, context: Context, row: IncidentRow): Promise<void> =>
  notifyAssignee(
    tx,
    context,
    incidentNotice(row, 'incident.assigned', context.baseUrl),
    row.assigned_to,
  );

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

export const notifyOfCreation = (
  tx: Tx,
  context: Context,
  row: IncidentRow,
  toStakeholders: boolean,
): Promise<void> => (toStakeholders ? notifyStakeholders : notifyAssigned)(tx, context, row);

/** Every path that updates an incident calls this once. An update that adds a team and a public note names the public one. */
export async function notifyOfUpdate(
  tx: Tx,
  context: Context,
  before: IncidentRow,
  after: IncidentRow,
  _note?: AddedNote,
): Promise<void> {
  if (after.assigned_to !== before.assigned_to) await notifyAssigned(tx, context, after);
}
