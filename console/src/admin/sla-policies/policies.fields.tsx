// The fields of a policy, in the order in which people think of them: for which records, in whose hours, how quickly.
import { ConditionEditor } from '../../condition-editor/index.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { FormField, FormSection, FormSpec } from '../form/form-field.ts';
import { PauseField } from './pause-field.tsx';
import {
  bodyOf,
  type FieldsOfTypes,
  type PolicyBody,
  type PolicyValues,
  targetsFault,
} from './policies.values.ts';
import { ROUND_THE_CLOCK, typeLabels } from './policies.words.ts';
import { TargetsField } from './targets-field.tsx';

type Section = FormSection<PolicyValues>;

const when: Section = { title: 'Applies when' };
const targets: Section = { title: 'Targets' };
const pauses: Section = { title: 'Paused while on hold' };
const state: Section = { title: 'Use' };

interface Known {
  fields: FieldsOfTypes;
  /** Names by ids. */
  calendars: Readonly<Record<string, string>>;
}

export function policySpec({ fields, calendars }: Known): FormSpec<PolicyValues, PolicyBody> {
  const rows: readonly FormField<PolicyValues>[] = [
    { name: 'name', kind: 'text', label: 'Name', maxLength: 100, missing: 'Enter a name first.' },
    {
      name: 'record_type',
      kind: 'own',
      label: 'Record type',
      isOnlyNew: true,
      render: (value, onChange) => (
        <SelectField
          label="For, which never changes"
          value={value}
          options={typeLabels}
          onChange={(next) => onChange(next as PolicyValues['record_type'])}
        />
      ),
    },
    {
      section: when,
      name: 'when',
      kind: 'own',
      label: 'Condition',
      showsParts: true,
      render: (value, onChange, { record_type: type }, _, faults) => (
        <ConditionEditor
          value={value}
          fields={fields[type]}
          calendars={calendars}
          firstField="priority"
          faults={faults}
          onChange={onChange}
        />
      ),
    },
    {
      section: targets,
      name: 'calendar_id',
      kind: 'select',
      label: 'Hours that count',
      options: ({ calendar_id: id }) => ({
        '': ROUND_THE_CLOCK,
        ...calendars,
        ...(id !== '' && calendars[id] === undefined && { [id]: 'A calendar that is gone' }),
      }),
    },
    {
      section: targets,
      name: 'targets',
      kind: 'own',
      label: 'Targets',
      showsParts: true,
      fault: targetsFault,
      render: (value, onChange, { record_type: type, calendar_id: id }, _, faults) => (
        <TargetsField
          value={value}
          type={type}
          hasCalendar={id !== ''}
          faults={faults}
          onChange={onChange}
        />
      ),
    },
    {
      section: pauses,
      name: 'pause',
      kind: 'own',
      label: 'Pauses',
      isShown: ({ record_type: type }) => type === 'incident',
      render: (value, onChange) => <PauseField value={value} onChange={onChange} />,
    },
    {
      section: state,
      name: 'active',
      kind: 'check',
      label: 'Active',
      detail: 'An inactive policy applies to no record.',
    },
  ];
  return { fields: rows, bodyOf: bodyOf(fields) };
}
