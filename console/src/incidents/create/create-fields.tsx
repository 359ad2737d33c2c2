// The properties of a new incident; those left out get the defaults of the service.
import { useState } from 'react';
import type { Incident } from '../../api/index.ts';
import {
  personName,
  PropertyList,
  PropertyRow,
  type PropertyField,
  valueText,
} from '../../records/index.ts';
import { propertyFields } from '../record/panels/property-fields.ts';
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

const textOf = (field: CreateField, value: string): string =>
  field === 'assigned_to' ? personName(value) : valueText(field, value);

function FieldRow({ row, form }: { row: PropertyField<Incident>; form: CreateForm }) {
  const [isOpen, setOpen] = useState(false);
  const field = row.field as CreateField;
  const value = form.draft.fields[field];
  return (
    <PropertyRow
      field={field}
      value={value ?? null}
      text={value === undefined ? undefined : textOf(field, value)}
      emptyText={defaults[field] ?? 'None'}
      editor={row.editor}
      canEdit
      isOpen={isOpen}
      onOpen={setOpen}
      onSave={(next) => {
        setOpen(false);
        form.setField(field, next as string | null);
      }}
    />
  );
}

export const CreateFields = ({ form }: { form: CreateForm }) => (
  <PropertyList>
    {propertyFields
      .filter(({ field }) => offered.has(field))
      .map((row) => (
        <FieldRow key={row.field} row={row} form={form} />
      ))}
  </PropertyList>
);
