// Consecutive number fields stand side by side. Fields of a section stand below its title, folded if they are rarely needed.
import { Fragment, type ReactNode } from 'react';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextLines } from '../../ui/forms/text-lines.tsx';
import {
  faultIn,
  type FormField,
  type FormSection,
  isShownFor,
  type Kinds,
  labelOf,
  optionsOf,
  type OwnField,
  type PartFaults,
} from './form-field.ts';
import styles from './form.module.css';
import { RolesField } from './roles.tsx';

interface FieldProps<V> {
  label: string;
  value: V;
  fault: string | undefined;
  detail: string | undefined;
  maxLength: number | undefined;
  options: Readonly<Record<string, string>>;
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
  select: ({ label, value, options, fault, onChange }) => (
    <SelectField label={label} value={value} options={options} fault={fault} onChange={onChange} />
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

interface Section<F> {
  section: FormSection<F> | undefined;
  own: FormField<F>[];
}

function sectionsOf<F>(fields: readonly FormField<F>[]): Section<F>[] {
  const sections: Section<F>[] = [];
  for (const field of fields) {
    const last = sections.at(-1);
    if (last && last.section === field.section) last.own.push(field);
    else sections.push({ section: field.section, own: [field] });
  }
  return sections;
}

interface RowsProps<F> {
  fields: readonly FormField<F>[];
  version: number | undefined;
  render: (field: FormField<F>) => ReactNode;
}

function Rows<F>({ fields, version, render }: RowsProps<F>) {
  const isNumber = (at: number): boolean => fields[at]?.kind === 'number';
  return fields.map((field, at) => {
    const key = hasState.has(field.kind) ? `${field.name} ${version}` : field.name;
    if (!isNumber(at)) return <Fragment key={key}>{render(field)}</Fragment>;
    if (isNumber(at - 1)) return null;
    const end = fields.findIndex((_, index) => index > at && !isNumber(index));
    return (
      <div key={key} className={styles.numbers}>
        {fields.slice(at, end === -1 ? undefined : end).map((one) => (
          <Fragment key={one.name}>{render(one)}</Fragment>
        ))}
      </div>
    );
  });
}

interface FormFieldsProps<F> {
  fields: readonly FormField<F>[];
  values: F;
  faults: ReadonlyMap<string, string>;
  /** Fields that show refusals of their parts get them. */
  inFields: ReadonlyMap<string, PartFaults>;
  version: number | undefined;
  onChange: (part: Partial<F>) => void;
}

const NO_PARTS: PartFaults = new Map();

export function FormFields<F>({
  fields,
  values,
  faults,
  inFields,
  version,
  onChange,
}: FormFieldsProps<F>) {
  const shown = fields
    .filter(({ isOnlyNew }) => version === undefined || !isOnlyNew)
    .filter((field) => isShownFor(field, values));
  const render = (field: FormField<F>): ReactNode => {
    const { name, kind } = field;
    const change = (value: unknown) => onChange({ [name]: value } as Partial<F>);
    if (kind === 'own')
      return (field as unknown as OwnField<unknown, F>).render(
        values[name],
        change,
        values,
        onChange,
        inFields.get(name) ?? NO_PARTS,
      );
    return renderers[kind]({
      label: labelOf(field, values, version === undefined),
      value: values[name],
      fault: faults.get(name) ?? faultIn(field, values),
      detail: field.detail,
      maxLength: field.maxLength,
      options: optionsOf(field, values),
      onChange: change,
    });
  };
  const isOpen = ({ isFolded }: FormSection<F>, own: readonly FormField<F>[]): boolean =>
    !isFolded?.(values) || own.some(({ name }) => faults.has(name));
  return sectionsOf(shown).map(({ section, own }) => {
    const rows = <Rows key={own[0]?.name} fields={own} version={version} render={render} />;
    if (!section) return rows;
    if (isOpen(section, own))
      return (
        <fieldset key={section.title} className={styles.part}>
          <legend>{section.title}</legend>
          {rows}
        </fieldset>
      );
    return (
      <details key={section.title} className={styles.part}>
        <summary>{section.title}</summary>
        <div className={styles.form}>{rows}</div>
      </details>
    );
  });
}
