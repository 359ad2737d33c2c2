// A policy names fields and calendars that exist, and has a target.
import { type Condition, conditionFaults } from '../../conditions/index.ts';
import { type Fault, invalid } from '../../platform/errors.ts';
import type { CustomFields } from '../../platform/runtime/custom-fields.ts';
import {
  type PolicyDefinition,
  type SlaDefinitions,
  slaMetrics,
} from '../../platform/runtime/sla-definitions.ts';
import { conditionFieldsOf } from '../../records/index.ts';
import { defaultPause } from '../applied.ts';

type Given = Partial<
  Pick<PolicyDefinition, 'name' | 'when' | 'calendar_id'> & {
    pause: Partial<PolicyDefinition['pause']>;
  }
> &
  Pick<PolicyDefinition, 'record_type'> & { targets: PolicyDefinition['targets'] };

const always: Condition = { all: [] };

/** Returns the stored form: all pauses named, and no metric without a target. */
const complete = (given: Given) => ({
  ...given,
  name: given.name ?? '',
  when: given.when ?? always,
  calendar_id: given.calendar_id ?? null,
  targets: Object.fromEntries(
    slaMetrics.flatMap((metric) => {
      const targets = given.targets[metric] ?? {};
      return Object.keys(targets).length > 0 ? [[metric, targets] as const] : [];
    }),
  ) as PolicyDefinition['targets'],
  pause: { ...defaultPause, ...given.pause },
});

interface Known {
  fields: CustomFields;
  definitions: Pick<SlaDefinitions, 'calendars'>;
}

/** A policy is decided by what people enter: these change with every write, or follow from its clocks. */
const consequences = new Set(['updated_at', 'version', 'work_notes_count', 'sla_breach_at']);

/** A clock does not depend on the text of notes, and a new record has no before. */
const fieldsOfClocks = (type: PolicyDefinition['record_type'], custom: CustomFields) =>
  new Map(
    [...conditionFieldsOf(type, custom)].filter(
      ([name]) => !name.startsWith('note.') && !consequences.has(name),
    ),
  );

export const conditionScope = (
  type: PolicyDefinition['record_type'],
  { fields, definitions }: Known,
) => ({
  fields: fieldsOfClocks(type, fields),
  hasBefore: false,
  calendars: definitions.calendars,
});

export function validPolicy<P extends Given>(
  given: P,
  known: Known,
): P & ReturnType<typeof complete> {
  const policy = complete(given);
  const scope = { ...conditionScope(policy.record_type, known), pointer: '/when' };
  const { calendar_id } = policy;
  const faults: Fault[] = [...conditionFaults(policy.when, scope)];
  if (calendar_id !== null && !known.definitions.calendars.has(calendar_id))
    faults.push({
      in: 'body',
      pointer: '/calendar_id',
      code: 'not_allowed',
      message: `There is no calendar ${calendar_id}; GET /calendars lists them.`,
    });
  if (Object.keys(policy.targets).length === 0)
    faults.push({
      in: 'body',
      pointer: '/targets',
      code: 'required',
      message: 'A policy needs at least one target, such as {"resolution": {"P1": 14400}}.',
    });
  if (faults.length > 0) throw invalid(faults);
  return { ...given, ...policy };
}
