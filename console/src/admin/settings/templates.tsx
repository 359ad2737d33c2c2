import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { type RowProps, RowsField } from './rows-field.tsx';
import { settingsSection } from './section.tsx';
import {
  type Defaults,
  listOf,
  type Template,
  templatesOf,
  templateTexts,
} from './settings.form.ts';
import styles from './settings.module.css';

const unset = { '': 'Left to the creator' };
const risks = { ...unset, low: 'Low', medium: 'Medium', high: 'High' };
const priorities = { ...unset, P1: 'P1', P2: 'P2', P3: 'P3', P4: 'P4' };

function TemplateRow({ row: { name, defaults }, position, onChange, remove }: RowProps<Template>) {
  const set = (part: Partial<Record<keyof Defaults, unknown>>) =>
    onChange({ defaults: { ...defaults, ...part } as Defaults });
  return (
    <fieldset className={styles.template}>
      <legend>{`Template ${position}`}</legend>
      <div className={styles.row}>
        <TextField
          label="Name"
          value={name}
          maxLength={100}
          onChange={(text) => onChange({ name: text })}
        />
        <SelectField
          label="Risk"
          value={defaults.risk ?? ''}
          options={risks}
          onChange={(risk) => set({ risk: risk || undefined })}
        />
        <SelectField
          label="Priority"
          value={defaults.priority ?? ''}
          options={priorities}
          onChange={(priority) => set({ priority: priority || undefined })}
        />
        <TextField
          label="Group"
          value={defaults.assignment_group ?? ''}
          maxLength={255}
          onChange={(group) => set({ assignment_group: group })}
        />
        {remove}
      </div>
      <details>
        <summary>CIs and plans</summary>
        <div className={styles.texts}>
          <TextField
            label="CI ids, separated by commas"
            value={(defaults.ci_ids ?? []).join(', ')}
            onChange={(ids) => set({ ci_ids: listOf(ids) })}
          />
          {templateTexts.map(([field, label]) => (
            <TextArea
              key={field}
              label={label}
              value={defaults[field] ?? ''}
              onChange={(text) => set({ [field]: text })}
            />
          ))}
        </div>
      </details>
    </fieldset>
  );
}

export const templates = settingsSection<{ change_templates: readonly Template[] }>({
  title: 'Templates of standard changes',
  text: 'A change created from a template is approved at once; fields that its creator leaves out get these values.',
  valuesOf: ({ change_templates }) => ({ change_templates }),
  bodyOf: ({ change_templates }) => {
    const complete = templatesOf(change_templates);
    return complete && { change_templates: complete };
  },
  fields: [
    {
      name: 'change_templates',
      kind: 'own',
      label: 'Templates',
      render: (value, onChange) => (
        <RowsField
          noun="template"
          value={value}
          blank={{ name: '', defaults: {} }}
          onChange={onChange}
          Row={TemplateRow}
        />
      ),
    },
  ],
});
