// A field is defined in the drawer. Its record type, key and type stay as they are, because stored values have them.
import { useState } from 'react';
import {
  createField,
  type Field,
  type FieldCreate,
  queryClient,
  updateField,
} from '../../api/index.ts';
import { FieldsForm } from '../../records/index.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { AdminForm } from '../form/admin-form.tsx';
import { AskedButton } from '../form/asked-button.tsx';
import type { FormSpec } from '../form/form-field.ts';
import { ChoicesField } from './choices-field.tsx';
import {
  blank,
  bodyOf,
  fieldOf,
  type FieldValues,
  hasChoices,
  keyFault,
  keyIn,
  MAX_KEY,
  type RecordName,
  recordNouns,
  typeLabels,
  valuesOf,
} from './fields.form.ts';
import styles from './fields.module.css';

export const MAX_FILTERABLE = 20;

type Values = Parameters<Parameters<typeof FieldsForm>[0]['onChange']>[0];

interface DefaultFieldProps {
  recordType: RecordName;
  values: FieldValues;
  onChange: (value: FieldValues['default']) => void;
}

const DEFAULT = 'default';

/** The default is chosen by the editor of the field itself. */
function DefaultField({ recordType, values, onChange }: DefaultFieldProps) {
  const field: Field = {
    ...fieldOf(recordType, values),
    key: DEFAULT,
    label: 'Default',
    description: null,
    required: false,
    default: null,
  };
  const value = values.default.type === values.type ? values.default.value : null;
  return (
    <FieldsForm
      scope={DEFAULT}
      fields={[field]}
      values={value === null ? {} : ({ [`custom.${DEFAULT}`]: value } as Values)}
      onChange={(next) => onChange({ type: values.type, value: next[`custom.${DEFAULT}`] ?? null })}
    />
  );
}

function Preview({ recordType, values }: { recordType: RecordName; values: FieldValues }) {
  const [given, setGiven] = useState<Values>({});
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3>{`In the form of a new ${recordNouns[recordType]}`}</h3>
      <FieldsForm
        scope="draft"
        fields={[fieldOf(recordType, values)]}
        values={given}
        onChange={setGiven}
      />
    </section>
  );
}

const audiences = { everyone: 'Everyone, requesters included', agents: 'Agents only' };

function specOf(recordType: RecordName, filterable: number): FormSpec<FieldValues, FieldCreate> {
  return {
    bodyOf: bodyOf(recordType),
    fields: [
      {
        name: 'label',
        kind: 'text',
        label: 'Label',
        maxLength: 100,
        missing: 'Enter a label first.',
      },
      {
        name: 'key',
        kind: 'own',
        label: 'Key',
        isOnlyNew: true,
        render: (_, onChange, values) => (
          <TextField
            label="Key, which never changes"
            value={keyIn(values)}
            maxLength={MAX_KEY}
            fault={keyFault(keyIn(values))}
            onChange={onChange}
          />
        ),
      },
      {
        name: 'type',
        kind: 'own',
        label: 'Type',
        isOnlyNew: true,
        render: (value, onChange) => (
          <SelectField
            label="Type, which never changes"
            value={value}
            options={typeLabels}
            onChange={(next) => onChange(next as FieldValues['type'])}
          />
        ),
      },
      {
        name: 'choices',
        kind: 'own',
        label: 'Choices',
        isShown: hasChoices,
        missing: 'Add a choice first.',
        render: (value, onChange) => <ChoicesField value={value} onChange={onChange} />,
      },
      { name: 'description', kind: 'text', label: 'Help below the field', maxLength: 500 },
      {
        name: 'default',
        kind: 'own',
        label: 'Default',
        render: (_, onChange, values) => (
          <DefaultField recordType={recordType} values={values} onChange={onChange} />
        ),
      },
      {
        name: 'required',
        kind: 'check',
        label: 'Required',
        detail: 'Forms ask for a value. The API accepts records without one, with a warning.',
      },
      { name: 'visible_to', kind: 'select', label: 'Visible to', options: audiences },
      {
        name: 'editable_by',
        kind: 'select',
        label: 'Set by',
        options: audiences,
        isShown: ({ visible_to: by }) => by === 'everyone',
      },
      {
        name: 'filterable',
        kind: 'check',
        label: 'Filterable',
        detail: `Lists can be filtered by it once its index is built. ${filterable} of ${MAX_FILTERABLE} are in use.`,
        isShown: ({ type }) => type !== 'long_text',
      },
    ],
  };
}

export const refreshFields = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['fields'] });

interface FieldFormProps {
  recordType: RecordName;
  /** A new field is undefined. */
  field: Field | undefined;
  /** The number of fields by which lists can be filtered. */
  filterable: number;
  onSaved: (id: string) => void;
}

function RetireButton({ field }: { field: Field }) {
  const { id, active, version, label } = field;
  return (
    <AskedButton
      label={active ? 'Retire' : 'Restore'}
      variant={active ? 'danger' : 'primary'}
      consequence={
        active
          ? 'Forms, columns and filters no longer have it. Values stay readable.'
          : 'Forms have it again.'
      }
      confirmation={active ? 'Retire the field' : 'Restore the field'}
      run={() => updateField(id, { active: !active }, version)}
      onDone={() => {
        toast(`${label} is ${active ? 'retired' : 'in use again'}.`);
        void refreshFields();
      }}
    />
  );
}

export function FieldForm({ recordType, field, filterable, onSaved }: FieldFormProps) {
  const save = async (body: FieldCreate, changes: Partial<FieldCreate>) => {
    const saved = field
      ? await updateField(field.id, changes, field.version)
      : await createField(body);
    await refreshFields();
    toast(`${saved.label} is saved.`);
    onSaved(saved.id);
  };
  return (
    <>
      {field && (
        <p className={styles.fixed}>
          {typeLabels[field.type]} with the key <code>{field.key}</code>. Type and key never change.
        </p>
      )}
      <AdminForm
        key={field?.id ?? 'new'}
        label={field ? `Field ${field.label}` : 'New field'}
        spec={specOf(recordType, filterable)}
        saved={field ? valuesOf(field) : blank}
        version={field?.version}
        submitLabel={field ? 'Save' : 'Create the field'}
        save={save}
        onConflict={() => void refreshFields()}
        note={field ? undefined : 'A key is never used again, also after the field is retired.'}
        preview={(values) => <Preview recordType={recordType} values={values} />}
        actions={field && <RetireButton field={field} />}
      />
    </>
  );
}
