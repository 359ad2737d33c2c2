// Each property of a record is saved by a request of its own.
import { type ReactNode, useState } from 'react';
import type { RecordPatch } from '../../api/index.ts';
import { usePersonNames, valueText } from '../../words/index.ts';
import type { PropertyField, PropertyValue } from './property-field.ts';
import { PropertyRow } from './property-row.tsx';
import { editorWithin } from './suggestions.ts';
import styles from './properties.module.css';

interface Editing {
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

function FieldRow<R extends Versioned>({ row, record, page }: FieldRowProps<R>) {
  usePersonNames();
  const { field, editor } = row;
  const value = record[field] as PropertyValue;
  const isNone = value === null || value.length === 0;
  const [first] = useState(value);
  const [version, setVersion] = useState(record.version);
  const open = (next: boolean) => {
    setVersion(record.version);
    page.edit(next ? field : undefined);
  };
  return (
    <PropertyRow
      field={field}
      value={value}
      text={row.textOf?.(record) ?? (isNone ? undefined : valueText(field, value))}
      emptyText={row.emptyText}
      editor={editorWithin(editor, (name) => record[name as keyof R] as PropertyValue)}
      group={record.assignment_group}
      isChanged={JSON.stringify(value) !== JSON.stringify(first)}
      canEdit={page.mayEdit}
      unavailable={row.unavailable?.(record)}
      isOpen={page.editing === field}
      onOpen={open}
      onSave={(next, of = field) => {
        page.edit(undefined);
        const before = record[of as keyof R];
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

export const Properties = <R extends Versioned>({ page, facts }: PropertiesProps<R>) => (
  <>
    <PropertyList>
      {page.fields.map((row) => (
        <FieldRow key={row.field} row={row} record={page.record} page={page} />
      ))}
    </PropertyList>
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

export const PropertyList = ({ children }: { children: ReactNode }) => (
  <dl className={styles.properties}>{children}</dl>
);
