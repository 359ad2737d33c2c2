import { typeLabels } from '../../actions/index.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { ActionEditor } from '../actions/action-editor.tsx';
import { GroupField } from '../actions/people-fields.tsx';
import type { FormField, FormSection } from '../form/form-field.ts';
import type { MacroValues } from './macro.values.ts';

type Section = FormSection<MacroValues>;

const then: Section = { title: 'Actions' };
const use: Section = { title: 'Use' };

export const macroFields: readonly FormField<MacroValues>[] = [
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
        onChange={(next) => onChange(next as MacroValues['record_type'])}
      />
    ),
  },
  {
    name: 'group',
    kind: 'own',
    label: 'Group',
    showsParts: true,
    render: (value, onChange, _values, _onChanges, faults) => (
      <GroupField
        label="Group that uses it; empty for all"
        value={value}
        fault={[...faults.values()][0]}
        onChange={onChange}
      />
    ),
  },
  {
    section: then,
    name: 'actions',
    kind: 'own',
    label: 'Actions',
    showsParts: true,
    render: (value, onChange, { record_type: type }, _onChanges, faults) => (
      <ActionEditor value={value} type={type} isMacro faults={faults} onChange={onChange} />
    ),
  },
  {
    section: use,
    name: 'active',
    kind: 'check',
    label: 'Active',
    detail: 'Nobody can apply an inactive macro.',
  },
];
