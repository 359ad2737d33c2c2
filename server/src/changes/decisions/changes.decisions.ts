// Submits, approves and rejects a locked change.
import { type Context, isOwnAddress } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { readSettings, type Settings } from '../../platform/runtime/settings.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type LockedRecord, narrowToDecidable, saveUpdate } from '../../records/index.ts';
import { findApprovals, saveApproval } from './changes.approvals.sql.ts';
import { submit } from '../changes.patch.ts';
import { notifyDeciders, notifyRequester } from './changes.notices.ts';
import { changeDecisions, changes } from '../changes.record.ts';
import type { Approval, ChangeDecision, Decision } from '../changes.schema.ts';
import { withdrawApprovals } from '../changes.service.ts';
import type { ChangeRow } from '../changes.sql.ts';
import { requireMove, type State } from '../changes.states.ts';
import { isPreapproved } from '../changes.templates.ts';

type LockedChange = LockedRecord<ChangeRow, Context>;

/** Withdraws the decisions of an earlier review. */
export async function submitChange(tx: Tx, { before, context }: LockedChange): Promise<ChangeRow> {
  requireMove(before.state, 'submitted');
  const next = submit(before, isPreapproved(before, await readSettings(tx)));
  const also = await withdrawApprovals(tx, before.id);
  const row = await saveUpdate(tx, context, changes, before, next, { also });
  if (row.state === 'submitted') await notifyDeciders(tx, context, row);
  return row;
}

const requiredApprovals = ({ type, risk }: ChangeRow, settings: Settings): number =>
  type === 'emergency' ? 1 : settings.change_required_approvals[risk];

/** One rejection is final; approvals take effect once there are enough. Each person has one decision. */
function stateAfter(row: ChangeRow, decisions: readonly Approval[], settings: Settings): State {
  if (decisions.some(({ decision }) => decision === 'rejected')) return 'rejected';
  return decisions.length >= requiredApprovals(row, settings) ? 'approved' : 'submitted';
}

/**
 * The change is locked before its decisions are read, so that concurrent decisions are counted one after the other. A
 * repeated decision of the same person has no effect.
 */
export const decideChange =
  (decision: Decision) =>
  async (
    tx: Tx,
    { before, context }: LockedChange,
    { comment = null }: ChangeDecision,
  ): Promise<ChangeRow> => {
    const { actor } = context;
    if (isOwnAddress(actor, before.requested_by))
      throw new ApiError(
        'self_approval',
        `You requested ${before.id}, so another person must approve or reject it.`,
      );
    const decisions = await findApprovals(tx, before.id);
    const own = decisions.find(({ approver }) => isOwnAddress(actor, approver));
    const isRepeated = own?.decision === decision;
    if (isRepeated && before.state === decision) return before;
    requireMove(before.state, decision);
    const others = decisions.filter((one) => one !== own);
    const made = {
      approver: own?.approver ?? actor.email,
      decision,
      comment,
      at: context.now.toISOString(),
    };
    const all = [...others, isRepeated ? own : made];
    const state = stateAfter(before, all, await readSettings(tx));
    if (isRepeated && state === before.state) return before;
    if (!isRepeated) await saveApproval(tx, before.id, made);
    const also = isRepeated ? {} : { approvals: { from: decisions, to: all } };
    const row = await saveUpdate(tx, context, changes, before, { ...before, state }, { also });
    if (state !== before.state) await notifyRequester(tx, context, row);
    return row;
  };

export const narrowChanges = narrowToDecidable(changeDecisions);
