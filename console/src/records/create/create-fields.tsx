// Properties of a new record that are left out get the defaults of the service.
import { useState } from 'react';
import { valueText } from '../../words/index.ts';
import { PropertyList } from '../properties/properties.tsx';
import type { PropertyEditor, PropertyField, PropertyValue } from '../properties/property-field.ts';
import { editorWithin } from '../properties/suggestions.ts';
import { PropertyRow } from '../properties/property-row.tsx';
import type { CreateState } from './use-create.ts';

interface CreateFieldsProps<R> {
  form: CreateState;
  fields: readonly PropertyField<R>[];
  /** These texts name the value that the service takes for a field that was left out. */
  defaults?: Readonly<Record<string, string>>;
}

const textOf = (field: string, editor: PropertyEditor, value: PropertyValue): string =>
  (editor.kind === 'choice' && typeof value === 'string' ? editor.values[value] : undefined) ??
  valueText(field, value);

const textIn = (value: PropertyValue | undefined): string | null =>
  typeof value === 'string' ? value : null;

function FieldRow<R>({
  row: { field, editor },
  form,
  emptyText = 'None',
}: {
  row: PropertyField<R>;
  form: CreateState;
  emptyText?: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const value = form.draft.fields[field];
  return (
    <PropertyRow
      field={field}
      value={value ?? null}
      text={value === undefined ? undefined : textOf(field, editor, value)}
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

export const CreateFields = <R,>({ form, fields, defaults = {} }: CreateFieldsProps<R>) => (
  <PropertyList>
    {fields.map((row) => (
      <FieldRow key={row.field} row={row} form={form} emptyText={defaults[row.field]} />
    ))}
  </PropertyList>
);
