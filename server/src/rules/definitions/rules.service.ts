// Creates and updates rules in the caller's transaction. Each write raises the version of the definitions, by which all
// processes know that they must read them again.
import type { Context } from '../../platform/context.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { picker } from '../../platform/http/input/schema.ts';
import type { PatchReader } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  createRecord,
  type LockedRecord,
  lockForUpdate,
  type LockTarget,
  type RecordType,
  type SaveListeners,
  saveUpdate,
} from '../../records/index.ts';
import { scanForDue } from '../due/due.scan.ts';
import { validRule } from './rules.checks.ts';
import { MAX_RULES, Rule, type RuleCreate, type RuleUpdate } from './rules.schema.ts';
import {
  auditedColumns,
  countRules,
  findUseOf,
  lockDefinitions,
  raiseVersion,
  type RuleRow,
  ruleTable,
} from './rules.sql.ts';

export const rules: RecordType<RuleRow> & { table: typeof ruleTable } = {
  type: 'rule',
  noun: 'Rule',
  path: '/rules',
  table: ruleTable,
  auditedFields: auditedColumns,
};

const pick = picker(Rule);
export const presentRule = (row: RuleRow) => pick(row);

const POSITION_STEP = 10;

const tooMany = (): ApiError =>
  invalid([
    {
      in: 'body',
      pointer: '',
      code: 'too_many',
      message: `At most ${MAX_RULES} rules may be defined, and there are as many already.`,
    },
  ]);

export async function createRule(tx: Tx, context: Context, input: RuleCreate): Promise<RuleRow> {
  await lockDefinitions(tx);
  const rule = await validRule(tx, context, input);
  const counts = await countRules(tx);
  if (counts.rules >= MAX_RULES) throw tooMany();
  const at = context.now.toISOString();
  const row = await createRecord(tx, context, rules, {
    ...rule,
    position: input.position ?? counts.last_position + POSITION_STEP,
    active: input.active ?? true,
    created_at: at,
    updated_at: at,
  });
  await afterSave(tx, context, null, row);
  return row;
}

export async function updateRule(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<RuleUpdate>,
): Promise<{ row: RuleRow; context: Context }> {
  await lockDefinitions(tx);
  const { before, context } = await lockForUpdate(tx, request, rules, target);
  const patch = await readPatch(() => presentRule(before));
  if (patch.record_type !== undefined && patch.record_type !== before.record_type)
    throw invalid([
      {
        in: 'body',
        pointer: '/record_type',
        code: 'not_allowed',
        message: 'The record type of a rule never changes; create another rule.',
      },
    ]);
  const wanted = { ...before, ...(patch as Partial<RuleRow>) };
  const rule = await validRule(tx, context, wanted);
  const next = { ...wanted, ...rule };
  const row = await saveUpdate(tx, context, rules, before, next);
  if (row !== before) await afterSave(tx, context, before, row);
  return { row, context };
}

const mayWait = (row: RuleRow | null): boolean => row?.on === 'due' && row.active;

/** Records wait for the rule, or did until now. */
async function afterSave(
  tx: Tx,
  context: Context,
  before: RuleRow | null,
  row: RuleRow,
): Promise<void> {
  await raiseVersion(tx);
  if (mayWait(before) || mayWait(row)) await scanForDue(tx, context, row);
}

export const afterDeletion = (
  tx: Tx,
  { before, context }: LockedRecord<RuleRow, Context>,
): Promise<void> => afterSave(tx, context, before, { ...before, active: false });

/** A calendar by which a rule counts, or that its condition names, cannot be deleted. */
export const calendarListener: SaveListeners = {
  calendar: async (tx, _before, after: { id: string; name: string; deleted_at: string | null }) => {
    if (after.deleted_at === null) return;
    await lockDefinitions(tx);
    const rule = await findUseOf(tx, after.id);
    if (rule !== undefined)
      throw new ApiError(
        'in_use',
        `The rule “${rule}” uses the hours of ${after.name}. Give it another calendar first.`,
        { rule },
      );
  },
};
