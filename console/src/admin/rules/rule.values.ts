// The form of a rule has its condition and actions as their editors have them.
import {
  type ActionRow,
  type DescribedRule,
  newAction,
  printActions,
  readActions,
  type RuleNames,
  splitSeconds,
  suggestName,
  type Unit,
  units,
} from '../../actions/index.ts';
import type { AutomatedType, PreviewedRule, Rule, RuleTrigger } from '../../api/index.ts';
import {
  type Condition,
  type Fields,
  type GroupValue,
  printCondition,
  readCondition,
} from '../../conditions/index.ts';

export interface Trigger {
  record_type: AutomatedType;
  on: RuleTrigger;
}

export interface DueValue {
  amount: string;
  unit: Unit;
  /** Empty for round the clock. */
  calendar_id: string;
  since: 'created_at' | 'updated_at' | 'state_since';
}

export interface RuleValues {
  trigger: Trigger;
  due: DueValue;
  when: GroupValue;
  actions: readonly ActionRow[];
  stop: boolean;
  /** An empty text stands for the suggested name. */
  name: string;
  active: boolean;
}

/** Conditions and actions are worded and printed with these. */
export interface Known {
  fields: Readonly<Record<AutomatedType, Fields>>;
  calendars: Readonly<Record<string, string>>;
  /** Names of macros by their ids. */
  macros: Readonly<Record<string, string>>;
  nameOf: (email: string) => string;
}

export const namesFor = ({ fields, ...names }: Known, type: AutomatedType): RuleNames => ({
  ...names,
  fields: fields[type],
});

/** The type of the API knows two levels of a condition. */
export const describedRule = (
  rule: Pick<Rule, 'record_type' | 'on' | 'due' | 'actions'> & { when: unknown },
): DescribedRule => ({ ...rule, when: rule.when as Condition });

const blankDue: DueValue = { amount: '1', unit: 'days', calendar_id: '', since: 'state_since' };

export const blankValues = (record_type: AutomatedType): RuleValues => ({
  trigger: { record_type, on: 'created' },
  due: blankDue,
  when: readCondition({ all: [] }, new Map()),
  actions: [newAction('assign')],
  stop: false,
  name: '',
  active: true,
});

function dueValue(due: Rule['due']): DueValue {
  if (!due) return blankDue;
  const { after_seconds: seconds, calendar_id: id = null, since } = due;
  const { amount, unit } = splitSeconds(seconds, id !== null);
  return { amount: String(amount), unit, calendar_id: id ?? '', since };
}

/** The rows get keys, so values are read once for each version. */
export const valuesOf = (rule: Rule, { fields }: Known): RuleValues => ({
  trigger: { record_type: rule.record_type, on: rule.on },
  due: dueValue(rule.due),
  when: readCondition(rule.when as unknown as Condition, fields[rule.record_type]),
  actions: readActions(rule.actions),
  stop: rule.stop,
  name: rule.name,
  active: rule.active,
});

const MIN_SECONDS = 60;
const MAX_SECONDS = 365 * units.days;

function secondsOf({ amount, unit }: DueValue): number | undefined {
  const seconds = Math.round(Number(amount) * units[unit]);
  return seconds >= MIN_SECONDS && seconds <= MAX_SECONDS ? seconds : undefined;
}

export const dueFault = (due: DueValue): string | undefined =>
  secondsOf(due) === undefined ? 'Enter a time from a minute to 365 days.' : undefined;

/** Returns undefined while the values are not complete. */
export const bodyOf =
  (known: Known) =>
  ({ trigger, due, when, actions: rows, stop, name, active }: RuleValues) => {
    const { record_type, on } = trigger;
    const condition = printCondition(when, known.fields[record_type]);
    const actions = printActions(rows);
    const seconds = secondsOf(due);
    if (!condition || !actions || (on === 'due' && seconds === undefined)) return undefined;
    const rule = {
      record_type,
      on,
      when: condition as unknown as Rule['when'],
      due:
        on === 'due' && seconds !== undefined
          ? { after_seconds: seconds, calendar_id: due.calendar_id || null, since: due.since }
          : null,
      actions,
      stop,
      active,
    };
    const suggest = () => suggestName(describedRule(rule), namesFor(known, record_type));
    return { ...rule, name: name.trim() || suggest() };
  };

export type RuleBody = NonNullable<ReturnType<ReturnType<typeof bodyOf>>>;

/** The preview takes the rule as it would be saved; `id` is that of the one it would replace. */
export const previewedRule = (body: RuleBody, id: string | undefined): PreviewedRule => ({
  ...body,
  ...(id !== undefined && { id }),
});
