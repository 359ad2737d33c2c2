// The form of a new record stores its draft in the tab until the record is created.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import {
  connection,
  faultOf,
  inputFaultsOf,
  type Me,
  queryClient,
  recordQuery,
  type RecordType,
  type RecordTypes,
  warningTexts,
} from '../../api/index.ts';
import { customKey, fieldLabel } from '../../words/index.ts';
import { missingRow, rowsOfForm } from '../custom/custom.rows.ts';
import { fieldsViewer, useFields } from '../custom/use-custom-rows.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { recordTypeOf } from '../record-types.ts';
import type { PropertyValue } from '../properties/property-field.ts';
import { type CreateNotes, useCreateFiles } from './use-create-files.ts';
import {
  bodyOf,
  type CreateDraft,
  applyEdit,
  emptyDraft,
  faultSummary,
  MAX_TITLE,
  type TitleField,
  withField,
} from './create-draft.ts';
import { createDrafts, newId } from './start-draft.ts';

interface CreateOptions<T extends RecordType> {
  /** Drafts are stored by type. */
  type: T;
  me: Me;
  title?: TitleField;
  create: (body: Record<string, unknown>, idempotencyKey: string) => Promise<RecordTypes[T]>;
  /** Files are sent with a note; a record without notes takes none. */
  notes?: CreateNotes;
  /** The message after the record was created. */
  createdText?: (record: RecordTypes[T]) => string;
  /** Returns the reason why the draft cannot be sent yet, besides a missing title. */
  check?: (draft: CreateDraft) => string | undefined;
  /** Returns messages for the fields that were refused, by their JSON Pointer. */
  faultsOf?: (error: unknown) => ReadonlyMap<string, string>;
}

/** Fields show their own messages; the text above the form repeats only those that have no place there. */
const faultTextOf = (error: Error, faults: ReadonlyMap<string, string>): string =>
  faults.size > 0 ? faultSummary(faults) : faultText(faultOf(error));

const defaultTitle: TitleField = {
  field: 'short_description',
  label: 'Title',
  maxLength: MAX_TITLE,
};

/** A field that was retired since the draft was written is left out. */
function sentDraft(draft: CreateDraft, rows: readonly { field: string }[]): CreateDraft {
  const names = new Set(rows.map(({ field }) => field));
  const fields = Object.entries(draft.fields).filter(
    ([name]) => customKey(name) === undefined || names.has(name),
  );
  return { ...draft, fields: Object.fromEntries(fields) };
}

/** Returns a function that shows a new record. It replaces the form in the history, so that going back skips the form. */
function useOpenCreated<T extends RecordType>(type: T) {
  const navigate = useNavigate();
  return (record: RecordTypes[T]) => {
    queryClient.setQueryData(recordQuery({ type, id: record.id }).queryKey, record);
    void navigate({ to: `${recordTypeOf(type).path}/${record.id}`, replace: true });
  };
}

export function useCreate<T extends RecordType>({
  type,
  me,
  title = defaultTitle,
  create,
  notes,
  createdText = ({ id }) => `${id} was created.`,
  check,
  faultsOf = inputFaultsOf,
}: CreateOptions<T>) {
  const { isOnline } = useSyncExternalStore(connection.subscribe, connection.get);
  const [drafts] = useState(() => createDrafts(me, type));
  const [draft, setDraft] = useState<CreateDraft>(() => drafts.read() ?? emptyDraft(newId()));
  const { send: sendFiles, ...files } = useCreateFiles<RecordTypes[T]>(notes, useOpenCreated(type));
  const customRows = rowsOfForm(useFields(type), fieldsViewer(type, me));
  const creation = useMutation({
    mutationFn: (also: Record<string, unknown>) =>
      create({ ...bodyOf(sentDraft(draft, customRows), title.field), ...also }, draft.id),
    onSuccess: (record) => {
      drafts.write(undefined);
      toast([createdText(record), ...warningTexts(type, record, record)].join(' '));
      sendFiles(record);
    },
  });

  const change = (part: Partial<Omit<CreateDraft, 'id'>>) => {
    const next = applyEdit(draft, part, creation.isError, newId);
    if (creation.isError) creation.reset();
    setDraft(next);
    drafts.write(next);
  };

  const faults = faultsOf(creation.error);
  let unavailable =
    draft.title.trim() === '' ? `Write a ${title.label.toLowerCase()} first.` : check?.(draft);
  const missing = missingRow(customRows, draft.fields);
  if (missing) unavailable ??= `Fill in “${fieldLabel(missing.field, type)}” first.`;
  if (creation.isPending || files.isPending) unavailable = 'The record is being created.';
  if (!isOnline) unavailable = 'You are offline. The draft is kept.';

  return {
    type: type as string,
    draft,
    customRows,
    unavailable,
    title,
    fault: creation.error ? faultTextOf(creation.error, faults) : undefined,
    /** Returns the reason why the value of this field was refused. */
    faultAt: (field: string): string | undefined => faults.get(`/${field.replace('.', '/')}`),
    isPending: creation.isPending || files.isPending,
    files,
    change,
    setField: (field: string, value: PropertyValue) =>
      change({ fields: withField(draft.fields, field, value) }),
    /** The fields of `also` are sent besides the draft. */
    send: (also: Record<string, unknown> = {}) => {
      if (unavailable === undefined) creation.mutate(also);
    },
    discard: () => {
      drafts.write(undefined);
      setDraft(emptyDraft(newId()));
      files.change([]);
      creation.reset();
    },
  };
}

export type CreateState = ReturnType<typeof useCreate>;
