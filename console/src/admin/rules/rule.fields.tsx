// The fields of a rule follow its sentence: when, if, then.
import { ActionEditor } from '../actions/action-editor.tsx';
import { ConditionEditor } from '../../condition-editor/index.ts';
import type { ConditionField } from '../../conditions/index.ts';
import type { FormField, FormSection, FormSpec, PartFaults } from '../form/form-field.ts';
import { NameField } from '../actions/name-field.tsx';
import { DueField, TriggerField } from './trigger-field.tsx';
import { bodyOf, dueFault, type Known, type RuleBody, type RuleValues } from './rule.values.ts';
import { TriggerFields } from './trigger-fields.tsx';

type Section = FormSection<RuleValues>;

const condition: Section = { title: 'And' };
const then: Section = { title: 'Then' };
const use: Section = { title: 'Name and use' };

const firstOf = (faults: PartFaults): string | undefined => [...faults.values()][0];

export function ruleSpec(known: Known, isNew: boolean): FormSpec<RuleValues, RuleBody> {
  const toBody = bodyOf(known);
  const rows: readonly FormField<RuleValues>[] = [
    {
      name: 'trigger',
      kind: 'own',
      label: 'When',
      pointer: '/on',
      render: (value, onChange) => <TriggerField value={value} isNew={isNew} onChange={onChange} />,
    },
    {
      name: 'due',
      kind: 'own',
      label: 'After',
      showsParts: true,
      isShown: ({ trigger }) => trigger.on === 'due',
      fault: dueFault,
      render: (value, onChange, _values, _onChanges, faults) => (
        <DueField
          value={value}
          calendars={known.calendars}
          fault={dueFault(value) ?? firstOf(faults)}
          onChange={onChange}
        />
      ),
    },
    {
      section: condition,
      name: 'when',
      kind: 'own',
      label: 'Condition',
      showsParts: true,
      render: (value, onChange, { trigger }, _onChanges, faults) => (
        <TriggerFields trigger={trigger}>
          {(fields: readonly ConditionField[]) => (
            <ConditionEditor
              value={value}
              fields={fields}
              calendars={known.calendars}
              firstField="category"
              faults={faults}
              onChange={onChange}
            />
          )}
        </TriggerFields>
      ),
    },
    {
      section: then,
      name: 'actions',
      kind: 'own',
      label: 'Actions',
      showsParts: true,
      render: (value, onChange, { trigger }, _onChanges, faults) => (
        <ActionEditor
          value={value}
          type={trigger.record_type}
          faults={faults}
          onChange={onChange}
        />
      ),
    },
    {
      section: then,
      name: 'stop',
      kind: 'check',
      label: 'Stop',
      detail: 'If this rule runs, no later rule runs in the same update.',
    },
    {
      section: use,
      name: 'name',
      kind: 'own',
      label: 'Name',
      render: (value, onChange, values) => (
        <NameField
          value={value}
          suggestion={toBody({ ...values, name: '' })?.name}
          onChange={onChange}
        />
      ),
    },
    {
      section: use,
      name: 'active',
      kind: 'check',
      label: 'Switched on',
      detail: 'A rule that is switched on runs from the next update on.',
    },
  ];
  return { fields: rows, bodyOf: toBody };
}
