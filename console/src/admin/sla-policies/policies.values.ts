// The form of a policy has its targets as they are typed, and its condition as the editor has it.
import type { ConditionFieldEntry, SlaPolicy, SlaPolicySummary } from '../../api/index.ts';
import {
  type Condition,
  fieldsByName,
  type GroupValue,
  printCondition,
  readCondition,
} from '../../conditions/index.ts';
import { type SlaMetric, slaMetrics } from '../../words/index.ts';
import { readDuration, showDuration } from './durations.ts';

export type PolicyType = SlaPolicySummary['record_type'];

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;
export type Priority = (typeof priorities)[number];

export type Reason = NonNullable<SlaPolicy['pause']['update']>[number];
export const reasons: readonly Reason[] = [
  'awaiting_caller',
  'awaiting_change',
  'awaiting_problem',
  'awaiting_vendor',
];

export type FieldsOfTypes = Readonly<Record<PolicyType, readonly ConditionFieldEntry[]>>;

type OfMetrics<T> = Readonly<Record<SlaMetric, T>>;
export type TargetTexts = OfMetrics<Readonly<Record<Priority, string>>>;

export interface PolicyValues {
  name: string;
  record_type: PolicyType;
  when: GroupValue;
  /** Empty for round the clock. */
  calendar_id: string;
  targets: TargetTexts;
  pause: OfMetrics<readonly Reason[]>;
  active: boolean;
}

const ofMetrics = <T>(valueOf: (metric: SlaMetric) => T): OfMetrics<T> =>
  Object.fromEntries(
    slaMetrics.map((metric) => [metric, valueOf(metric)] as const),
  ) as unknown as OfMetrics<T>;

const textsOf = (targets: SlaPolicySummary['targets']): TargetTexts =>
  ofMetrics(
    (metric) =>
      Object.fromEntries(
        priorities.map((priority) => {
          const seconds = targets[metric]?.[priority];
          return [priority, seconds === undefined ? '' : showDuration(seconds)];
        }),
      ) as Record<Priority, string>,
  );

/** The service has the same defaults. */
const defaultPause: PolicyValues['pause'] = {
  first_response: [],
  update: ['awaiting_caller'],
  resolution: reasons,
};

/** The type of the API knows two levels of a condition. */
export const conditionOf = ({ when }: Pick<SlaPolicySummary, 'when'>): Condition =>
  when as unknown as Condition;

export const blankValues = (): PolicyValues => ({
  name: '',
  record_type: 'incident',
  when: readCondition({ all: [] }, new Map()),
  calendar_id: '',
  targets: textsOf({}),
  pause: defaultPause,
  active: true,
});

/** The condition gets keys, so its values are read once for each version. */
export const valuesOf = (policy: SlaPolicy, fields: FieldsOfTypes): PolicyValues => ({
  name: policy.name,
  record_type: policy.record_type,
  when: readCondition(conditionOf(policy), fieldsByName(fields[policy.record_type])),
  calendar_id: policy.calendar_id ?? '',
  targets: textsOf(policy.targets),
  pause: ofMetrics((metric) => policy.pause[metric] ?? defaultPause[metric]),
  active: policy.active,
});

type Targets = Partial<Record<SlaMetric, Partial<Record<Priority, number>>>>;

/** Returns undefined while a text is no duration. */
function targetsOf(texts: TargetTexts): Targets | undefined {
  const read = slaMetrics.flatMap((metric) =>
    priorities.map(
      (priority) => [metric, priority, readDuration(texts[metric][priority])] as const,
    ),
  );
  if (read.some(([, , seconds]) => seconds === undefined)) return undefined;
  const targets: Record<string, Record<string, number>> = {};
  for (const [metric, priority, seconds] of read)
    if (typeof seconds === 'number') targets[metric] = { ...targets[metric], [priority]: seconds };
  return targets;
}

/** Says why the targets cannot be saved; undefined if they can. */
export function targetsFault(texts: TargetTexts): string | undefined {
  const targets = targetsOf(texts);
  if (!targets) return 'A target is not a duration.';
  return Object.keys(targets).length === 0 ? 'Enter a target first.' : undefined;
}

export const bodyOf =
  (fields: FieldsOfTypes) =>
  ({ name, record_type, when, calendar_id, targets: texts, pause, active }: PolicyValues) => {
    const condition = printCondition(when, fieldsByName(fields[record_type]));
    const targets = targetsOf(texts);
    if (!condition || !targets || targetsFault(texts) !== undefined) return undefined;
    return {
      name: name.trim(),
      record_type,
      when: condition as unknown as SlaPolicySummary['when'],
      calendar_id: calendar_id === '' ? null : calendar_id,
      targets,
      pause: ofMetrics((metric) => [...pause[metric]]),
      active,
    };
  };

export type PolicyBody = NonNullable<ReturnType<ReturnType<typeof bodyOf>>>;
