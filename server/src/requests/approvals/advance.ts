// Opens the stages of a request in their order, and asks those who decide.
import { findApprovers, type Parties } from '../../catalog/index.ts';
import { addressesWithRole } from '../../identity/index.ts';
import { notifyPeople } from '../../notifications/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { serviceRequestNotice } from '../requests.notices.ts';
import { requestManagers } from '../requests.rights.ts';
import type { ServiceRequestRow } from '../requests.sql.ts';
import { attendanceOf } from './approvers.ts';
import { openWith, settle, type Stage } from './stage.ts';

/** The stages of a request after a step, with what its audit entry says of it. */
export interface Advance {
  stages: readonly Stage[];
  /** This stage waits for these people from now on; none if managers have to decide. */
  asked?: { stage: Stage; people: readonly string[] };
}

/** Explains in the timeline who has to decide a stage, and why. */
export const openedEntry = ({ name, need, source, approvers, nobody_left }: Stage) => ({
  stage: name,
  need,
  ...source,
  found: approvers,
  nobody_left,
});

/** Opens the first stage that waits, unless one is open or was rejected. */
export async function openNext(
  tx: Tx,
  context: Context,
  stages: readonly Stage[],
  parties: Parties,
): Promise<Advance> {
  const at = stages.findIndex(({ state }) => state !== 'approved');
  const next = stages[at];
  if (next?.state !== 'waiting') return { stages };
  const now = context.now.toISOString();
  const approvers = await findApprovers(tx, context, next.source, parties);
  const opened = openWith(next, approvers, now);
  const attendance = await attendanceOf(tx, context, opened, parties);
  const stage = settle(opened, attendance, now);
  return {
    stages: stages.with(at, stage),
    asked: { stage, people: stage.nobody_left ? [] : [...approvers, ...attendance.standIns] },
  };
}

/** Everybody who may decide is asked, except those whom the request belongs to; managers, if nobody else is left. */
export async function askToDecide(
  tx: Tx,
  context: Context,
  row: ServiceRequestRow,
  people: readonly string[],
): Promise<void> {
  const notice = serviceRequestNotice(row, 'approval.requested', context.baseUrl);
  const parties = [row.requested_by, row.requested_for];
  const asked = people.length > 0 ? people : await addressesWithRole(tx, requestManagers, parties);
  await notifyPeople(tx, context, notice, asked);
}
