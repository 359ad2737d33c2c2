// Creates and updates changes: lock, validate, apply, save, notify. The caller owns the transaction.
import type { FieldDiff } from '../events/index.ts';
import { checkAssignment, checkNewAssignment } from '../identity/index.ts';
import type { Context } from '../platform/context.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import { readSettings } from '../platform/runtime/settings.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  createRecord,
  lockForUpdate,
  type LockTarget,
  saveUpdate,
  withWarnings,
} from '../records/index.ts';
import { deleteApprovals, findApprovals } from './decisions/changes.approvals.sql.ts';
import { applyPatch, newChange } from './changes.patch.ts';
import { notifyDeciders } from './decisions/changes.notices.ts';
import { presentChange } from './changes.present.ts';
import { changes } from './changes.record.ts';
import type { ChangeCreate, ChangeUpdate } from './changes.schema.ts';
import type { ChangeRow } from './changes.sql.ts';

export async function createChange(
  tx: Tx,
  context: Context,
  input: ChangeCreate,
): Promise<ChangeRow> {
  const { actor, now } = context;
  // A template approves the change, so it must not be one that was removed a moment ago.
  const settings = input.template === undefined ? context.settings : await readSettings(tx);
  const row = await createRecord(
    tx,
    context,
    changes,
    newChange(input, actor.email, settings, now),
  );
  const warned = await checkNewAssignment(tx, context, changes, row, input);
  if (row.state === 'submitted') await notifyDeciders(tx, context, row);
  return withWarnings(row, warned.warnings);
}

/** Deletes the approvals and returns them for the audit entry. */
export async function withdrawApprovals(tx: Tx, id: string): Promise<FieldDiff> {
  const approvals = await findApprovals(tx, id);
  if (approvals.length === 0) return {};
  await deleteApprovals(tx, id);
  return { approvals: { from: approvals, to: [] } };
}

export async function updateChange(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<ChangeUpdate>,
): Promise<{ row: ChangeRow; context: Context }> {
  const { before, context } = await lockForUpdate(tx, request, changes, target);
  const input = await readPatch((sent) => presentChange(before, context, tx, sent));
  const { present, warned } = await checkAssignment(tx, context, changes, before, input);
  const patch = { ...input, ...present };
  const { next, withdraws } = applyPatch(before, patch);
  const also = withdraws ? await withdrawApprovals(tx, before.id) : {};
  const row = await saveUpdate(tx, context, changes, before, next, { also });
  if (withdraws && row.state === 'submitted') await notifyDeciders(tx, context, row);
  return { row: withWarnings(row, warned.warnings), context };
}
