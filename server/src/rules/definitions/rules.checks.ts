// A rule names fields, calendars, people and groups that exist, and has a time if time makes it run.
import { type Condition, conditionFaults } from '../../conditions/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Fault, invalid } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  type AutomatedType,
  type DueTerms,
  readRuleDefinitions,
  type RuleDefinition,
  type RuleTrigger,
} from '../../platform/runtime/rule-definitions.ts';
import { readSlaDefinitions } from '../../platform/runtime/sla-definitions.ts';
import { type AnyAutomation, automationOf, conditionFieldsOf } from '../../records/index.ts';
import { actionFaults } from '../actions/actions.checks.ts';

interface Given {
  name?: string;
  record_type: AutomatedType;
  on: RuleTrigger;
  when?: unknown;
  due?: (Omit<DueTerms, 'calendar_id'> & { calendar_id?: string | null }) | null;
  actions: readonly object[];
  stop?: boolean;
}

const always: Condition = { all: [] };

/** Returns the stored form, with every member. */
const complete = ({
  name = '',
  record_type,
  on,
  when = always,
  due,
  actions,
  stop = false,
}: Given) => ({
  name,
  record_type,
  on,
  when,
  due: due ? { ...due, calendar_id: due.calendar_id ?? null } : null,
  actions,
  stop,
});

export type CompleteRule = Omit<RuleDefinition, 'id' | 'version'>;

/** A new record has no before, and no note unless one is added. */
export const ruleConditionScope = (
  type: AutomatedType,
  on: RuleTrigger,
  { fields, sla }: Pick<Context, 'fields' | 'sla'>,
) => ({
  fields: new Map(
    [...conditionFieldsOf(type, fields)].filter(
      ([name]) => on === 'noted' || on === 'updated' || !name.startsWith('note.'),
    ),
  ),
  hasBefore: on === 'updated' || on === 'noted',
  calendars: sla.calendars,
});

function dueFaults({ on, due }: CompleteRule, calendars: ReadonlyMap<string, unknown>): Fault[] {
  const fault = (pointer: string, code: Fault['code'], message: string): Fault[] => [
    { in: 'body', pointer, code, message },
  ];
  if (on === 'due' && !due)
    return fault(
      '/due',
      'required',
      'due is required if on is due, such as {"after_seconds": 86400, "since": "state_since"}.',
    );
  if (on !== 'due' && due) return fault('/due', 'not_allowed', 'due is allowed only if on is due.');
  const id = due?.calendar_id ?? null;
  return id === null || calendars.has(id)
    ? []
    : fault(
        '/due/calendar_id',
        'not_allowed',
        `There is no calendar ${id}; GET /calendars lists them.`,
      );
}

export function requireAutomation(type: AutomatedType): AnyAutomation {
  const automation = automationOf(type);
  if (!automation) throw new Error(`rules do not act on ${type}`);
  return automation;
}

async function macroIdsOf(tx: Tx, type: AutomatedType): Promise<ReadonlySet<string>> {
  const { macros } = await readRuleDefinitions(tx);
  return new Set([...macros.values()].flatMap((one) => (one.record_type === type ? [one.id] : [])));
}

/** Throws the faults of a rule together, with pointers below `pointer`. */
export async function validRule(
  tx: Tx,
  context: Context,
  given: Given,
  pointer = '',
): Promise<CompleteRule> {
  const rule = complete(given);
  const sla = await readSlaDefinitions(tx);
  const scope = ruleConditionScope(rule.record_type, rule.on, { fields: context.fields, sla });
  const automation = requireAutomation(rule.record_type);
  const macros = await macroIdsOf(tx, rule.record_type);
  const faults: Fault[] = [
    ...conditionFaults(rule.when, { ...scope, pointer: '/when' }),
    ...dueFaults(rule, sla.calendars),
    ...(await actionFaults(rule.actions, { tx, context, automation, macros })),
  ];
  if (faults.length > 0)
    throw invalid(faults.map((one) => ({ ...one, pointer: `${pointer}${one.pointer}` })));
  return rule;
}
