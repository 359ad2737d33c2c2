// Consecutive number fields stand side by side.
import { Fragment, type ReactNode } from 'react';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextLines } from '../../ui/forms/text-lines.tsx';
import {
  faultIn,
  type FormField,
  isShownFor,
  type Kinds,
  labelOf,
  type OwnField,
} from './form-field.ts';
import styles from './form.module.css';
import { RolesField } from './roles.tsx';

interface FieldProps<V> {
  label: string;
  value: V;
  fault: string | undefined;
  detail: string | undefined;
  maxLength: number | undefined;
  options: Readonly<Record<string, string>> | undefined;
  onChange: (value: V) => void;
}

const line =
  (type: 'text' | 'email' | 'password' | 'number') =>
  ({ label, value, fault, maxLength, onChange }: FieldProps<string>) => (
    <TextField
      type={type}
      label={label}
      value={value}
      fault={fault}
      {...(maxLength !== undefined && { maxLength })}
      onChange={onChange}
    />
  );

const kinds: { [K in keyof Kinds]: (props: FieldProps<Kinds[K]>) => ReactNode } = {
  text: line('text'),
  email: line('email'),
  password: line('password'),
  number: line('number'),
  select: ({ label, value, options, onChange }) => (
    <SelectField label={label} value={value} options={options ?? {}} onChange={onChange} />
  ),
  lines: ({ label, value, onChange }) => (
    <TextLines label={label} value={value} onChange={onChange} />
  ),
  check: ({ label, value, detail, onChange }) => (
    <CheckField
      label={label}
      {...(detail !== undefined && { detail })}
      isChecked={value}
      onChange={onChange}
    />
  ),
  roles: ({ value, onChange }) => <RolesField value={value} onChange={onChange} />,
};

/** The type of the table matches each value with its kind, so the cast is safe. */
const renderers = kinds as unknown as Record<
  keyof Kinds,
  (props: FieldProps<unknown>) => ReactNode
>;

/** Fields of these kinds have state, which is reset when another version is read. */
const hasState = new Set(['lines', 'own']);

interface FormFieldsProps<F> {
  fields: readonly FormField<F>[];
  values: F;
  faults: ReadonlyMap<string, string>;
  version: number | undefined;
  onChange: (part: Partial<F>) => void;
}

export function FormFields<F>({ fields, values, faults, version, onChange }: FormFieldsProps<F>) {
  const shown = fields
    .filter(({ isOnlyNew }) => version === undefined || !isOnlyNew)
    .filter((field) => isShownFor(field, values));
  const render = (field: FormField<F>): ReactNode => {
    const { name, kind } = field;
    const change = (value: unknown) => onChange({ [name]: value } as Partial<F>);
    if (kind === 'own')
      return (field as unknown as OwnField<unknown, F>).render(values[name], change, values);
    return renderers[kind]({
      label: labelOf(field, values, version === undefined),
      value: values[name],
      fault: faults.get(name) ?? faultIn(field, values),
      detail: field.detail,
      maxLength: field.maxLength,
      options: field.options,
      onChange: change,
    });
  };
  const isNumber = (at: number): boolean => shown[at]?.kind === 'number';
  return shown.map((field, at) => {
    const key = hasState.has(field.kind) ? `${field.name} ${version}` : field.name;
    if (!isNumber(at)) return <Fragment key={key}>{render(field)}</Fragment>;
    if (isNumber(at - 1)) return null;
    const end = shown.findIndex((_, index) => index > at && !isNumber(index));
    return (
      <div key={key} className={styles.numbers}>
        {shown.slice(at, end === -1 ? undefined : end).map((one) => (
          <Fragment key={one.name}>{render(one)}</Fragment>
        ))}
      </div>
    );
  });
}
