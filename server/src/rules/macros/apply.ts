// A person applies a macro to a record, alone or as a row of a bulk job. Its actions have the rights of the person.
import { insufficientRole, reachOf } from '../../platform/http/routes/policy.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { PatchReader } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  type MacroDefinition,
  readRuleDefinitions,
} from '../../platform/runtime/rule-definitions.ts';
import {
  type AnyAutomation,
  bulkUpdate,
  type BulkOperation,
  lockForUpdate,
  type LockTarget,
  saveNoted,
  withWarnings,
} from '../../records/index.ts';
import { applyActions } from '../actions/actions.ts';
import { chooseInTransaction } from '../actions/assignees.ts';
import { newDraft, type Row } from '../actions/draft.ts';
import { findMisfit } from '../actions/misfits.ts';
import { explainEffects, notesOf, prepareEffects, storeEffects } from '../run/effects.ts';
import { BulkMacroApplication, type MacroApplication } from './macros.schema.ts';

async function readMacro(
  tx: Tx,
  context: Context,
  { type }: AnyAutomation,
  { macro_id, version }: MacroApplication,
): Promise<MacroDefinition> {
  const cached = context.rules.macros.get(macro_id);
  const isWanted = cached && (version === undefined || cached.version === version);
  const macro = isWanted ? cached : (await readRuleDefinitions(tx)).macros.get(macro_id);
  if (!macro || macro.record_type !== type.type)
    throw invalid([
      {
        in: 'body',
        pointer: '/macro_id',
        code: 'not_allowed',
        message: `There is no active macro ${macro_id} for records of the type ${type.type}; GET /macros lists them.`,
      },
    ]);
  if (version === undefined || macro.version === version) return macro;
  throw new ApiError(
    'version_mismatch',
    `The macro ${macro.name} has version ${macro.version}, and you sent ${version}. Read it again before you apply it.`,
    { current_version: macro.version },
  );
}

/** Applies all that can apply; the entry of the update names what was skipped. */
export async function applyMacro(
  tx: Tx,
  request: Context,
  automation: AnyAutomation,
  target: LockTarget,
  readBody: PatchReader<MacroApplication>,
): Promise<{ row: Row; context: Context }> {
  const { type } = automation;
  const { editors } = type.notes;
  if (reachOf(editors, request.actor) === undefined)
    throw insufficientRole(Object.keys(editors), 'Applying a macro');
  const { before, context } = await lockForUpdate(tx, request, type, target);
  const macro = await readMacro(tx, context, automation, await readBody(async () => ({})));
  const draft = newDraft(before);
  await applyActions(draft, macro.actions, {
    automation,
    context,
    choose: chooseInTransaction(tx, context),
    misfit: (assignment) => findMisfit(tx, context, automation, assignment),
    macros: new Map(),
    room: { texts: 0 },
  });
  const effects = await prepareEffects(tx, automation, macro.name, draft);
  const author = context.actor.email;
  const notes = notesOf(effects, automation, { author, id: before.id }).map((note) => ({
    ...note,
    record_id: before.id,
    created_at: context.now.toISOString(),
    quoted: null,
    via: null,
    isResponse: note.visibility === 'public' && type.isResponse?.(before, context.actor) === true,
  }));
  const hasReply = notes.some(({ visibility }) => visibility === 'public');
  const next = hasReply ? (automation.withReply?.(context, draft.row) ?? draft.row) : draft.row;
  const { id, version, name } = macro;
  const cause = {
    kind: 'macro' as const,
    macro: { id, version, name },
    ...explainEffects(effects),
  };
  const row = await saveNoted(tx, context, type, before, next, notes, {
    cause,
    kind: `${type.type}.updated`,
    also: effects.also,
  });
  await storeEffects(tx, context, automation, row, effects, { notes, via: null });
  const [note] = notes.filter(({ visibility }) => visibility === 'public').slice(-1);
  await automation.notify?.(tx, context, before, row, note);
  const skipped = draft.skipped.map(({ action, message }) => ({
    pointer: `/actions/${action}`,
    code: 'action_skipped' as const,
    message,
  }));
  return { row: withWarnings(row, skipped), context };
}

/** Bulk jobs apply a macro to each of their records. */
export const macroOperation = (automation: AnyAutomation, noun: string): BulkOperation => ({
  ...bulkUpdate(automation.type.notes.editors, {
    noun,
    Id: automation.Id,
    Update: BulkMacroApplication,
    update: (tx, context, target, readPatch) =>
      applyMacro(tx, context, automation, target, readPatch as PatchReader<MacroApplication>),
  }),
  isIsolated: true,
});
