// Decides the open stage of a locked request. Decisions follow each other, because each locks the request.
import { createTasks } from '../tasks/tasks.templates.ts';
import { notifyPeople } from '../../notifications/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type LockedRecord, saveUpdate } from '../../records/index.ts';
import { findTaskTemplates } from '../orders/orders.sql.ts';
import { serviceRequestNotice } from '../requests.notices.ts';
import { serviceRequests } from '../requests.record.ts';
import { isRequestManager, refusedDecision } from '../requests.rights.ts';
import type { Decision } from '../requests.schema.ts';
import type { ServiceRequestRow } from '../requests.sql.ts';
import { type Advance, askToDecide, openedEntry, openNext } from './advance.ts';
import { attendanceOf } from './approvers.ts';
import {
  openStageOf,
  readersOf,
  roleIn,
  settle,
  type Stage,
  type StageDecision,
  withDecision,
} from './stage.ts';

type Outcome = StageDecision['decision'];

/** Returns the row after its stages changed: approved after the last one, rejected by one. */
function withStages(
  before: ServiceRequestRow,
  { stages }: Advance,
  decided: Partial<ServiceRequestRow>,
): ServiceRequestRow {
  const row = { ...before, stages, approvers: readersOf(stages) };
  if (stages.some(({ state }) => state === 'rejected'))
    return { ...row, ...decided, state: 'rejected' };
  return stages.every(({ state }) => state === 'approved')
    ? { ...row, ...decided, state: 'approved' }
    : row;
}

/** The timeline shows the decision, and the stage that it opened. */
const entryOf = (made: { stage: string } & Partial<StageDecision>, { asked }: Advance) => ({
  approval: { from: null, to: { ...made, ...(asked && { opened: openedEntry(asked.stage) }) } },
});

/** Saves the request after a stage was settled, and does what follows: tasks, notifications, the next question. */
export async function saveStages(
  tx: Tx,
  context: Context,
  before: ServiceRequestRow,
  settled: Stage,
  made: Partial<StageDecision>,
): Promise<ServiceRequestRow> {
  const stages = (before.stages ?? []).map((one) => (one.state === 'open' ? settled : one));
  const advance = await openNext(tx, context, stages, before);
  const decided = {
    decided_by: made.by ?? null,
    decided_at: context.now.toISOString(),
    decision_comment: made.comment ?? null,
  };
  const next = withStages(before, advance, decided);
  const row = await saveUpdate(tx, context, serviceRequests, before, next, {
    also: entryOf({ stage: settled.name, ...made }, advance),
  });
  if (advance.asked) await askToDecide(tx, context, row, advance.asked.people);
  if (row.state === 'submitted') return row;
  const notice = serviceRequestNotice(row, 'request.decided', context.baseUrl);
  await notifyPeople(tx, context, notice, [row.requested_by]);
  if (row.state !== 'approved') return row;
  const templates = await findTaskTemplates(tx, row);
  await createTasks(tx, context, row.id, templates);
  return { ...row, tasks: { total: templates.length, done: 0 } };
}

export async function decideStage(
  tx: Tx,
  { before, context }: LockedRecord<ServiceRequestRow, Context>,
  outcome: Outcome,
  { comment }: Decision,
): Promise<ServiceRequestRow> {
  const stage = openStageOf(before.stages);
  if (!stage) throw new Error(`${before.id} is submitted and has no open stage`);
  const isManager = isRequestManager(context.actor);
  const role = roleIn(context.actor, stage, before.stand_ins ?? [], isManager);
  if (!role) throw refusedDecision();
  const { seats, ...as } = role;
  const at = context.now.toISOString();
  const made = { by: context.actor.email, ...as, decision: outcome, comment: comment ?? null, at };
  const decided = withDecision(stage, made, seats);
  const attendance = await attendanceOf(tx, context, decided, before);
  return saveStages(tx, context, before, settle(decided, attendance, at), made);
}
