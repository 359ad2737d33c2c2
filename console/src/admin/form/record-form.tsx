// Records are created and edited in a drawer beside their list.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf, queryClient, warningTexts } from '../../api/index.ts';
import type { ListRow } from '../../lists/index.ts';
import { SecretDialog } from '../../ui/code/secret-dialog.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { AdminForm } from './admin-form.tsx';
import type { AdminRecord, AdminRow } from './admin-record.ts';

/** The drawer of a new record has this id in the URL. */
export const NEW = 'new';

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface RecordFormProps<
  R extends AdminRow,
  F extends object,
  B extends object,
  L extends ListRow,
> {
  record: AdminRecord<R, F, B, L>;
  id: string;
  onSaved: (id: string) => void;
}

export function RecordForm<
  R extends AdminRow,
  F extends object,
  B extends object,
  L extends ListRow,
>({ record, id, onSaved }: RecordFormProps<R, F, B, L>) {
  const {
    noun,
    list,
    query,
    blank,
    valuesOf,
    notes,
    preview,
    above,
    below,
    actions,
    submitLabel,
    useFindings,
    secret: about,
  } = record;
  // Each record has a form of its own. The form of a new one stays when it is created, so that the focus stays, too.
  const [form, setForm] = useState({ id, key: 0 });
  const [createdId, setCreatedId] = useState<string>();
  const isCreated = form.id === NEW && id === createdId;
  if (id !== form.id) setForm({ id, key: isCreated ? form.key : form.key + 1 });
  const [shown, setShown] = useState<{ row: R; secret: string }>();
  const secretNoun = about?.noun ?? 'Secret';
  const updateNote = (row: R): string | undefined =>
    typeof notes?.update === 'function' ? notes.update(row) : notes?.update;
  const isNew = id === NEW;
  const { data, error, refetch } = useQuery({ ...query(id), enabled: !isNew });
  const row = isNew ? undefined : data;
  const save = async (body: B, changes: Partial<B>) => {
    const { secret, ...saved } = row
      ? await record.update(row.id, changes, row.version)
      : await record.create(body);
    queryClient.setQueryData(query(saved.id).queryKey, saved);
    for (const open of list.all()) void open.reload();
    const warnings = warningTexts('', saved, saved);
    toast([`${saved.name} is saved.`, ...warnings].join(' '), { id: `saved ${saved.id}` });
    if (!row) setCreatedId(saved.id);
    if (secret !== undefined) setShown({ row: saved as unknown as R, secret });
    onSaved(saved.id);
  };
  return (
    <>
      {!isNew && error && <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />}
      {!isNew && !data && !error && <SkeletonBar width="60%" />}
      {row && above?.(row)}
      {(isNew || row) && (
        <AdminForm
          key={form.key}
          label={row ? `${capital(noun)} ${row.name}` : `New ${noun}`}
          spec={record}
          saved={row ? valuesOf(row) : blank}
          version={row?.version}
          submitLabel={submitLabel ?? (row ? 'Save' : `Create the ${noun}`)}
          save={save}
          onConflict={() => void refetch()}
          note={row ? updateNote(row) : notes?.create}
          preview={row && preview && ((values: F) => preview(row, values))}
          actions={row && actions?.(row, (secret) => setShown({ row, secret }))}
          id={row?.id}
          useFindings={useFindings}
        />
      )}
      {row && below?.(row)}
      <SecretDialog
        title={`${secretNoun} of ${shown?.row.name}`}
        name={secretNoun}
        secret={shown?.secret}
        onClose={() => setShown(undefined)}
      >
        {shown && about?.text(shown.row)}
        <p>{`The service stores only a hash of the ${secretNoun.toLowerCase()}.`}</p>
      </SecretDialog>
    </>
  );
}
