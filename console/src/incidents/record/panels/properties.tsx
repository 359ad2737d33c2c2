// The properties of the record: each is saved by a request of its own.
import { type ReactNode, useState } from 'react';
import type { Incident } from '../../../api/index.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Priority } from '../../../ui/marks.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { fieldLabel, personName, valueText } from '../fields.ts';
import { Editor } from './property-editor.tsx';
import { type PropertyField, propertyFields } from './property-fields.ts';
import styles from './properties.module.css';
import type { RecordPage } from '../use-record-page.ts';

function textOf(incident: Incident, field: PropertyField['field']): string | undefined {
  const value = incident[field] as string | null;
  if (value === null || value === '') return undefined;
  if (field === 'ci_id') return incident.ci?.name ?? value;
  if (field === 'assigned_to') return personName(value);
  return valueText(field, value);
}

interface RowProps {
  row: PropertyField;
  incident: Incident;
  page: RecordPage;
}

function PropertyRow({ row: { field, editor }, incident, page }: RowProps) {
  const label = fieldLabel(field);
  const value = incident[field] as string | null;
  const text = textOf(incident, field);
  const [first] = useState(value);
  const isOpen = page.editing === field;
  // The version that the reader saw when the editor opened.
  const [version, setVersion] = useState(incident.version);
  const open = (next: boolean) => {
    setVersion(incident.version);
    page.edit(next ? field : undefined);
  };
  const save = (next: string | null) => {
    page.edit(undefined);
    if (next !== value) void page.actions.save({ [field]: next }, version);
  };
  // The key restarts the tint when the value is another.
  const content = (
    <span
      key={String(value)}
      className={text === undefined ? styles.none : styles.value}
      data-mark={field === 'priority' || undefined}
      data-changed={value !== first || undefined}
    >
      {field === 'priority' ? <Priority value={incident.priority} /> : (text ?? 'None')}
    </span>
  );
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd title={value ?? undefined}>
        {page.mayEdit ? (
          <Popover
            label={label}
            isOpen={isOpen}
            onChange={open}
            target={
              <button
                type="button"
                className={styles.edit}
                aria-label={`${label}: ${text ?? 'none'}, edit`}
                onClick={() => open(!isOpen)}
              >
                {content}
              </button>
            }
          >
            <Editor
              label={label}
              value={value}
              editor={editor}
              onSave={save}
              onCancel={() => page.edit(undefined)}
            />
          </Popover>
        ) : (
          content
        )}
      </dd>
    </div>
  );
}

const facts = (incident: Incident): [label: string, value: ReactNode][] => [
  ['Opened by', personName(incident.opened_by)],
  ['Created', <Instant key="created" at={incident.created_at} />],
  ['Updated', <Instant key="updated" at={incident.updated_at} />],
  ...(incident.resolved_at
    ? [['Resolved', <Instant key="resolved" at={incident.resolved_at} />] as [string, ReactNode]]
    : []),
  ...(incident.occurrences > 1
    ? [['Occurrences', String(incident.occurrences)] as [string, ReactNode]]
    : []),
  ...(incident.reopen_count > 0
    ? [['Reopened', `${incident.reopen_count} ×`] as [string, ReactNode]]
    : []),
];

export const Properties = ({ incident, page }: { incident: Incident; page: RecordPage }) => (
  <>
    <dl className={styles.properties}>
      {propertyFields
        .filter(({ isShown }) => isShown?.(incident) ?? true)
        .map((row) => (
          <PropertyRow key={row.field} row={row} incident={incident} page={page} />
        ))}
    </dl>
    <dl className={styles.facts}>
      {facts(incident).map(([label, value]) => (
        <div key={label} className={styles.row}>
          <dt>{label}</dt>
          <dd>
            <span className={styles.value}>{value}</span>
          </dd>
        </div>
      ))}
    </dl>
  </>
);
