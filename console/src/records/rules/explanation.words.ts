// A rule that did not run is explained by the comparisons that fail now.
import type { AutomatedType, RuleExplanation } from '../../api/index.ts';
import {
  type Condition,
  describeCondition,
  fieldNamed,
  type Fields,
} from '../../conditions/index.ts';
import { valueText } from '../../words/index.ts';

type Run = RuleExplanation['runs'][number];
type Other = RuleExplanation['others'][number];
type Failing = Other['fails'][number];

const nouns: Readonly<Record<AutomatedType, string>> = {
  incident: 'an incident',
  change: 'a change',
  request: 'a service request',
};

const triggers: Readonly<Record<Other['rule']['on'], string>> = {
  created: 'is created',
  updated: 'is updated',
  noted: 'gets a note',
  due: 'has waited for its time',
};

/** A rule that adds several notes has an entry for each; it ran once. */
export const distinctRuns = (runs: readonly Run[]): Run[] => [
  ...new Map(
    runs.map((run) => [`${run.cause.rule?.id} ${run.record_version}`, run] as const),
  ).values(),
];

/** Returns "when an incident is created". */
export const triggerText = (type: AutomatedType, { on }: Other['rule']): string =>
  `when ${nouns[type]} ${triggers[on]}`;

const isChange = (operator: string): boolean => operator.startsWith('changed');

/** Returns "Category is network; it is software". */
export function failText(
  { field, operator, value, actual }: Failing,
  type: string,
  fields: Fields,
  calendars: Readonly<Record<string, string>>,
): string {
  const leaf = { field, operator, ...(value !== undefined && { value }) };
  const words = describeCondition({ all: [leaf] } as Condition, fields, calendars);
  if (isChange(operator)) return `${words}: only an update can tell`;
  if (field.startsWith('note.')) return `${words}: only a note can tell`;
  const choice = fieldNamed(fields, field).choices?.find((one) => one.value === actual);
  return actual === null || actual === undefined
    ? `${words}, but it has no value`
    : `${words}, but it is ${choice?.label ?? valueText(field, actual, type)}`;
}
