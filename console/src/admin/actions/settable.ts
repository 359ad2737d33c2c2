// Actions set the fields that a request may update, except times and lists, which are seldom the same for many records.
import type { AutomatedType } from '../../api/index.ts';
import type { ConditionField } from '../../conditions/index.ts';

const settable: Readonly<Record<AutomatedType, readonly string[]>> = {
  incident: [
    'priority',
    'state',
    'category',
    'subcategory',
    'impact',
    'urgency',
    'assignment_group',
    'assigned_to',
    'requester',
    'on_hold_reason',
    'resolution',
    'short_description',
    'description',
    'ci_id',
    'change_id',
    'parent_problem_id',
    'external_id',
  ],
  change: [
    'priority',
    'state',
    'type',
    'risk',
    'impact',
    'assignment_group',
    'assigned_to',
    'short_description',
    'description',
    'implementation_plan',
    'backout_plan',
    'test_plan',
  ],
  request: [
    'priority',
    'item',
    'requested_for',
    'assignment_group',
    'assigned_to',
    'short_description',
    'description',
  ],
};

const always = new Set(['short_description']);
const leftOut = new Set(['time', 'list']);

/** A long text has no comparison, and so no field of a condition. */
const textField = (name: string): ConditionField => ({
  name,
  label: name.replaceAll('_', ' '),
  kind: 'text',
  optional: !always.has(name),
  operators: [],
});

export function settableFields(
  type: AutomatedType,
  known: readonly ConditionField[],
): ConditionField[] {
  const byName = new Map(known.map((field) => [field.name, field]));
  const own = settable[type].map((name) => byName.get(name) ?? textField(name));
  const custom = known.filter(({ name }) => name.startsWith('custom.'));
  return [...own, ...custom].filter(({ kind }) => !leftOut.has(kind));
}
