// Templates of standard changes.
import { useState } from 'react';
import type { Settings } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon, DeleteIcon } from '../../ui/icons.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { Section } from './section.tsx';
import {
  type Defaults,
  listOf,
  type Template,
  templatesOf,
  templateTexts,
} from './settings.form.ts';
import styles from './settings.module.css';

type Row = Template & { key: number };

let lastKey = 0;
const keyed = (template: Template): Row => ({ ...template, key: (lastKey += 1) });

const unset = { '': 'As the creator says' };
const risks = { ...unset, low: 'Low', medium: 'Medium', high: 'High' };
const priorities = { ...unset, P1: 'P1', P2: 'P2', P3: 'P3', P4: 'P4' };

interface TemplateRowProps {
  row: Row;
  position: number;
  onChange: (part: Partial<Template>) => void;
  onRemove: () => void;
}

function TemplateRow({ row: { name, defaults }, position, onChange, onRemove }: TemplateRowProps) {
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
        <Button
          look="quiet"
          icon={<DeleteIcon />}
          label={`Remove ${name || `template ${position}`}`}
          onClick={onRemove}
        />
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

export function TemplatesSection({ settings }: { settings: Settings }) {
  const [rows, setRows] = useState<readonly Row[]>(() => settings.change_templates.map(keyed));
  const templates = templatesOf(rows);
  return (
    <Section
      title="Templates of standard changes"
      text="A change that names a template is approved at once, and gets these values for the fields that its creator leaves out."
      settings={settings}
      patch={templates && { change_templates: templates }}
    >
      {rows.length === 0 && <p className={styles.none}>There are no templates.</p>}
      {rows.map((row, index) => (
        <TemplateRow
          key={row.key}
          row={row}
          position={index + 1}
          onChange={(part) =>
            setRows(rows.map((one) => (one.key === row.key ? { ...one, ...part } : one)))
          }
          onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div>
        <Button
          icon={<AddIcon />}
          onClick={() => setRows([...rows, keyed({ name: '', defaults: {} })])}
        >
          Add a template
        </Button>
      </div>
    </Section>
  );
}
