// Creates and updates macros in the caller's transaction.
import type { Context } from '../../platform/context.ts';
import { ApiError, type Fault, invalid } from '../../platform/errors.ts';
import { picker } from '../../platform/http/input/schema.ts';
import type { PatchReader } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { findAssignmentFaults } from '../../identity/index.ts';
import {
  createRecord,
  type LockedRecord,
  lockForUpdate,
  type LockTarget,
  type RecordType,
  saveUpdate,
} from '../../records/index.ts';
import { actionFaults } from '../actions/actions.checks.ts';
import { requireAutomation } from '../definitions/rules.checks.ts';
import { findUseOf, lockDefinitions, raiseVersion } from '../definitions/rules.sql.ts';
import { Macro, type MacroCreate, type MacroUpdate, MAX_MACROS } from './macros.schema.ts';
import { auditedColumns, countMacros, type MacroRow, macroTable } from './macros.sql.ts';

export const macros: RecordType<MacroRow> & { table: typeof macroTable } = {
  type: 'macro',
  noun: 'Macro',
  path: '/macros',
  table: macroTable,
  auditedFields: auditedColumns,
};

const pick = picker(Macro);
export const presentMacro = (row: MacroRow) => pick(row);

const fault = (pointer: string, code: Fault['code'], message: string): ApiError =>
  invalid([{ in: 'body', pointer, code, message }]);

async function requireValid(
  tx: Tx,
  context: Context,
  {
    record_type,
    actions,
    group = null,
  }: Pick<MacroRow, 'record_type' | 'actions'> & { group?: string | null },
): Promise<void> {
  const automation = requireAutomation(record_type);
  const ofGroup =
    group === null
      ? []
      : await findAssignmentFaults(tx, context, automation.type, { assignment_group: group });
  const faults = [
    ...ofGroup.map((one) => ({ ...one, pointer: '/group' })),
    ...(await actionFaults(actions, { tx, context, automation, macros: undefined })),
  ];
  if (faults.length > 0) throw invalid(faults);
}

export async function createMacro(tx: Tx, context: Context, input: MacroCreate): Promise<MacroRow> {
  await lockDefinitions(tx);
  await requireValid(tx, context, input);
  if ((await countMacros(tx)) >= MAX_MACROS)
    throw fault(
      '',
      'too_many',
      `At most ${MAX_MACROS} macros may be defined, and there are as many already.`,
    );
  const at = context.now.toISOString();
  const row = await createRecord(tx, context, macros, {
    name: input.name,
    record_type: input.record_type,
    actions: input.actions,
    group: input.group ?? null,
    active: input.active ?? true,
    created_at: at,
    updated_at: at,
  });
  await raiseVersion(tx);
  return row;
}

export async function updateMacro(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<MacroUpdate>,
): Promise<{ row: MacroRow; context: Context }> {
  await lockDefinitions(tx);
  const { before, context } = await lockForUpdate(tx, request, macros, target);
  const patch = await readPatch(() => presentMacro(before));
  if (patch.record_type !== undefined && patch.record_type !== before.record_type)
    throw fault(
      '/record_type',
      'not_allowed',
      'The record type of a macro never changes; create another macro.',
    );
  const next = { ...before, ...(patch as Partial<MacroRow>) };
  await requireValid(tx, context, next);
  const row = await saveUpdate(tx, context, macros, before, next);
  if (row !== before) await raiseVersion(tx);
  return { row, context };
}

/** Rules that apply a macro would skip it from then on. */
export async function afterDeletion(
  tx: Tx,
  { before }: LockedRecord<MacroRow, Context>,
): Promise<void> {
  await lockDefinitions(tx);
  const rule = await findUseOf(tx, before.id);
  if (rule !== undefined)
    throw new ApiError('in_use', `The rule “${rule}” applies this macro. Change the rule first.`, {
      rule,
    });
  await raiseVersion(tx);
}
