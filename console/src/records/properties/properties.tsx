// Each property of a record is saved by a request of its own.
import { type ReactNode, useState } from 'react';
import type { RecordPatch } from '../../api/index.ts';
import { fieldLabel, usePersonNames, valueAt, valueText } from '../../words/index.ts';
import { isCustomRow } from '../custom/custom.rows.ts';
import type { PropertyField, PropertyValue } from './property-field.ts';
import { PropertyRow } from './property-row.tsx';
import { editorWithin } from './suggestions.ts';
import styles from './properties.module.css';

interface Editing {
  ref: { type: string };
  mayEdit: boolean;
  /** At most one field has its editor open. */
  editing: string | undefined;
  edit: (field: string | undefined) => void;
  /** Saves against the version that the reader saw when the editor opened. */
  save: (patch: RecordPatch, version: number) => unknown;
}

interface Versioned {
  version: number;
  assignment_group?: string | null;
}

interface FieldRowProps<R> {
  row: PropertyField<R>;
  record: R;
  page: Editing;
}

const isNone = (value: PropertyValue): boolean =>
  value === null || (typeof value === 'object' && value.length === 0);

function FieldRow<R extends Versioned>({ row, record, page }: FieldRowProps<R>) {
  usePersonNames();
  const { field, editor } = row;
  const { type } = page.ref;
  const value = valueAt(record, field) as PropertyValue;
  const [first] = useState(value);
  const [version, setVersion] = useState(record.version);
  const open = (next: boolean) => {
    setVersion(record.version);
    page.edit(next ? field : undefined);
  };
  return (
    <PropertyRow
      field={field}
      label={fieldLabel(field, type)}
      value={value}
      text={row.textOf?.(record) ?? (isNone(value) ? undefined : valueText(field, value, type))}
      emptyText={row.emptyText}
      description={row.description}
      editor={editorWithin(editor, (name) => record[name as keyof R] as PropertyValue)}
      group={record.assignment_group}
      isChanged={JSON.stringify(value) !== JSON.stringify(first)}
      canEdit={page.mayEdit && !row.isReadOnly}
      unavailable={row.unavailable?.(record)}
      isOpen={page.editing === field}
      onOpen={open}
      onSave={(next, of = field) => {
        page.edit(undefined);
        const before = valueAt(record, of);
        if (JSON.stringify(next) !== JSON.stringify(before)) page.save({ [of]: next }, version);
      }}
    />
  );
}

interface PropertiesPage<R> extends Editing {
  record: R;
  fields: readonly PropertyField<R>[];
}

interface PropertiesProps<R> {
  page: PropertiesPage<R>;
  /** Facts cannot be edited; they appear beneath the properties. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** Custom fields stand under this heading. */
export const ADDITIONAL = 'Additional fields';

interface RowsProps<R> {
  page: PropertiesPage<R>;
  fields: readonly PropertyField<R>[];
  label?: string;
}

function Rows<R extends Versioned>({ page, fields, label }: RowsProps<R>) {
  if (fields.length === 0) return null;
  const rows = fields.map((row) => (
    <FieldRow key={row.field} row={row} record={page.record} page={page} />
  ));
  if (label === undefined) return <PropertyList>{rows}</PropertyList>;
  return <PropertyGroup label={label}>{rows}</PropertyGroup>;
}

export const Properties = <R extends Versioned>({ page, facts }: PropertiesProps<R>) => (
  <>
    <Rows page={page} fields={page.fields.filter((row) => !isCustomRow(row))} />
    <Rows page={page} fields={page.fields.filter(isCustomRow)} label={ADDITIONAL} />
    <Facts facts={facts} />
  </>
);

export const Facts = ({ facts }: Pick<PropertiesProps<never>, 'facts'>) => (
  <dl className={styles.facts}>
    {facts.map(([label, value]) => (
      <div key={label} className={styles.row}>
        <dt>{label}</dt>
        <dd>
          <span className={styles.value}>{value}</span>
        </dd>
      </div>
    ))}
  </dl>
);

/** A group stands below the other properties, under its own heading. */
export const PropertyGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={styles.group} aria-label={label}>
    <h3>{label}</h3>
    <PropertyList>{children}</PropertyList>
  </section>
);

export const PropertyList = ({ children }: { children: ReactNode }) => (
  <dl className={styles.properties}>{children}</dl>
);
