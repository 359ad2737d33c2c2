// Managers define the fields that their instance adds to its records.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Field, fieldsQuery, isCustomized, MAX_FIELDS } from '../../api/index.ts';
import { FieldsForm } from '../../records/index.ts';
import { useCommands } from '../../keys/index.ts';
import { listCommands } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Peek } from '../../ui/overlays/peek.tsx';
import { AdminFrame } from '../frame.tsx';
import { NEW } from '../form/record-form.tsx';
import { FieldForm, MAX_FILTERABLE } from './field-form.tsx';
import { FieldRows } from './field-rows.tsx';
import { type RecordName, recordLabels, recordNouns } from './fields.form.ts';
import styles from './fields.module.css';
import { moveField } from './move-field.ts';

const route = getRouteApi('/admin/fields');

const names = Object.keys(recordLabels) as RecordName[];
const tabs = names.map((id) => ({ id, label: recordLabels[id] }));

/** The progress of an index is read again as often. */
const POLL_MS = 2000;

const isBuilding = (fields: readonly Field[] | undefined): boolean =>
  fields?.some(({ index }) => index?.state === 'building') ?? false;

/** People who define fields try them here; nothing is saved. */
function Preview({ type, fields }: { type: RecordName; fields: readonly Field[] }) {
  const [values, setValues] = useState<Parameters<typeof FieldsForm>[0]['values']>({});
  return (
    <section className={styles.whole} aria-label="Preview of the form">
      <h2>{`Form of a new ${recordNouns[type]}`}</h2>
      <p>A preview that you can try. Nothing is saved.</p>
      <FieldsForm scope="preview" fields={fields} values={values} onChange={setValues} hasHeading />
    </section>
  );
}

interface ContentProps {
  type: RecordName;
  fields: readonly Field[];
  current: string | undefined;
  onOpen: (id: string | undefined) => void;
}

const plural = (type: RecordName): string =>
  type === 'ci' ? recordLabels.ci : recordLabels[type].toLowerCase();

function Content({ type, fields, current, onOpen }: ContentProps) {
  const active = fields.filter((field) => field.active);
  const retired = fields.filter((field) => !field.active);
  if (fields.length === 0)
    return (
      <EmptyState title={`There are no fields for ${plural(type)} yet`}>
        Add one for what your teams need to know. It appears on the page and in the form of each{' '}
        {recordNouns[type]}, and as a column of the list.
      </EmptyState>
    );
  return (
    <div className={styles.content}>
      <div>
        <FieldRows
          label={`Fields of ${plural(type)}`}
          fields={active}
          current={current}
          onOpen={onOpen}
          onMove={(id, step) => moveField(type, id, step)}
        />
        {retired.length > 0 && (
          <section className={styles.retired} aria-label="Retired fields">
            <h2>Retired</h2>
            <FieldRows label="Retired fields" fields={retired} current={current} onOpen={onOpen} />
          </section>
        )}
      </div>
      {active.length > 0 && <Preview key={type} type={type} fields={active} />}
    </div>
  );
}

function Drawer({ type, fields, current, onOpen }: ContentProps & { current: string }) {
  const isNew = current === NEW;
  const field = fields.find(({ id }) => id === current);
  if (!isNew && !field) return null;
  return (
    <Peek
      label={isNew ? 'New field' : 'Field'}
      title={isNew ? `New field of ${plural(type)}` : field?.label}
      onClose={() => onOpen(undefined)}
    >
      <FieldForm
        key={`${type} ${current}`}
        recordType={type}
        field={field}
        filterable={fields.filter(({ filterable }) => filterable).length}
        onSaved={onOpen}
      />
    </Peek>
  );
}

const FULL = `At most ${MAX_FIELDS} fields can be defined, and retired ones count.`;

export function FieldsPage() {
  const { type: given, peek } = route.useSearch();
  const navigate = route.useNavigate();
  const type: RecordName = isCustomized(given) ? given : 'incident';
  const { data: fields = [] } = useQuery({
    ...fieldsQuery(type),
    refetchInterval: ({ state }) => isBuilding(state.data) && POLL_MS,
  });
  const open = (id: string | undefined) =>
    void navigate({ search: { type, ...(id !== undefined && { peek: id }) }, replace: true });
  const unavailable = fields.length >= MAX_FIELDS ? FULL : undefined;
  useCommands(listCommands, peek === undefined ? {} : { 'list.escape': () => open(undefined) });
  const filterable = fields.filter((field) => field.filterable).length;
  return (
    <AdminFrame>
      <div className={styles.frame} data-peek={peek !== undefined || undefined}>
        <div className={styles.page}>
          <title>Fields – Signalbox</title>
          <header className={styles.head}>
            <h1 tabIndex={-1}>Fields</h1>
            <span className={styles.count}>
              {`${fields.length} of ${MAX_FIELDS} fields, ${filterable} of ${MAX_FILTERABLE} filterable`}
            </span>
            <Button
              variant="primary"
              icon={<AddIcon />}
              unavailable={unavailable}
              onClick={() => open(NEW)}
            >
              New field
            </Button>
          </header>
          <Tabs
            label="Record types"
            tabs={tabs}
            value={type}
            onChange={(next) => void navigate({ search: { type: next } })}
          >
            <Content type={type} fields={fields} current={peek} onOpen={open} />
          </Tabs>
        </div>
        {peek !== undefined && <Drawer type={type} fields={fields} current={peek} onOpen={open} />}
      </div>
    </AdminFrame>
  );
}
