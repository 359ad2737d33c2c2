// Properties of a new record that are left out get the defaults of the service.
import { useState } from 'react';
import { fieldLabel, valueText } from '../../words/index.ts';
import { PropertyGroup, PropertyList } from '../properties/properties.tsx';
import type { PropertyEditor, PropertyField, PropertyValue } from '../properties/property-field.ts';
import { editorWithin } from '../properties/suggestions.ts';
import type { CustomRow } from '../custom/custom.rows.ts';
import { PropertyRow } from '../properties/property-row.tsx';
import type { CreateState } from './use-create.ts';

/** The part of the form that the fields need. */
type CreateValues = Pick<CreateState, 'type' | 'draft' | 'customRows' | 'faultAt' | 'setField'>;

interface CreateFieldsProps<R> {
  form: CreateValues;
  fields: readonly PropertyField<R>[];
  /** These texts name the value that the service takes for a field that was left out. */
  defaults?: Readonly<Record<string, string>>;
}

const textOf = (
  field: string,
  editor: PropertyEditor,
  value: PropertyValue,
  type: string,
): string =>
  (editor.kind === 'choice' && typeof value === 'string' ? editor.values[value] : undefined) ??
  valueText(field, value, type);

const textIn = (value: PropertyValue | undefined): string | null =>
  typeof value === 'string' ? value : null;

function FieldRow<R>({
  row: { field, editor, description, isRequired },
  form,
  emptyText = 'None',
}: {
  row: PropertyField<R>;
  form: CreateValues;
  emptyText?: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const value = form.draft.fields[field];
  return (
    <PropertyRow
      field={field}
      label={fieldLabel(field, form.type)}
      description={description}
      isRequired={isRequired}
      value={value ?? null}
      text={value === undefined ? undefined : textOf(field, editor, value, form.type)}
      emptyText={emptyText}
      editor={editorWithin(editor, (name) => form.draft.fields[name])}
      group={textIn(form.draft.fields['assignment_group'])}
      fault={form.faultAt(field)}
      canEdit
      isOpen={isOpen}
      onOpen={setOpen}
      onSave={(next, of = field) => {
        setOpen(false);
        form.setField(of, next);
      }}
    />
  );
}

const defaultText = ({ field, default: value }: CustomRow, type: string): string | undefined =>
  value === null ? undefined : `${valueText(field, value, type)} (default)`;

const CustomCreateFields = ({ form }: { form: CreateValues }) => {
  if (form.customRows.length === 0) return null;
  return (
    <PropertyGroup label="Additional fields">
      {form.customRows.map((row) => (
        <FieldRow key={row.field} row={row} form={form} emptyText={defaultText(row, form.type)} />
      ))}
    </PropertyGroup>
  );
};

export const CreateFields = <R,>({ form, fields, defaults = {} }: CreateFieldsProps<R>) => (
  <>
    <PropertyList>
      {fields.map((row) => (
        <FieldRow key={row.field} row={row} form={form} emptyText={defaults[row.field]} />
      ))}
    </PropertyList>
    <CustomCreateFields form={form} />
  </>
);
