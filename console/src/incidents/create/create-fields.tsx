// The properties of a new incident; those left out get the defaults of the service.
import { useState } from 'react';
import { Priority } from '../../ui/marks.tsx';
import { Popover } from '../../ui/popover.tsx';
import { fieldLabel, personName, valueText } from '../record/fields.ts';
import { Editor } from '../record/panels/property-editor.tsx';
import { type PropertyField, propertyFields } from '../record/panels/property-fields.ts';
import properties from '../record/panels/properties.module.css';
import type { CreateField } from './create.draft.ts';
import type { CreateForm } from './use-create-form.ts';

const offered = new Set<string>([
  'priority',
  'category',
  'subcategory',
  'assignment_group',
  'assigned_to',
  'impact',
  'urgency',
  'ci_id',
] satisfies CreateField[]);

const defaults: Partial<Record<CreateField, string>> = { priority: 'P3 (default)' };

const textOf = (field: CreateField, value: string | undefined): string => {
  if (value === undefined) return defaults[field] ?? 'None';
  return field === 'assigned_to' ? personName(value) : valueText(field, value);
};

function FieldRow({ row, form }: { row: PropertyField; form: CreateForm }) {
  const [isOpen, setOpen] = useState(false);
  const field = row.field as CreateField;
  const label = fieldLabel(field);
  const value = form.draft.fields[field];
  const text = textOf(field, value);
  return (
    <div className={properties.row}>
      <dt>{label}</dt>
      <dd>
        <Popover
          label={label}
          isOpen={isOpen}
          onChange={setOpen}
          target={
            <button
              type="button"
              className={properties.edit}
              aria-label={`${label}: ${text}, edit`}
              onClick={() => setOpen(!isOpen)}
            >
              <span
                className={value === undefined ? properties.none : properties.value}
                data-mark={field === 'priority' || undefined}
              >
                {field === 'priority' && value !== undefined ? <Priority value={value} /> : text}
              </span>
            </button>
          }
        >
          <Editor
            label={label}
            value={value ?? null}
            editor={row.editor}
            onCancel={() => setOpen(false)}
            onSave={(next) => {
              setOpen(false);
              form.setField(field, next);
            }}
          />
        </Popover>
      </dd>
    </div>
  );
}

export const CreateFields = ({ form }: { form: CreateForm }) => (
  <dl className={properties.properties}>
    {propertyFields
      .filter(({ field }) => offered.has(field))
      .map((row) => (
        <FieldRow key={row.field} row={row} form={form} />
      ))}
  </dl>
);
