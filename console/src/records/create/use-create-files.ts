// The files of a new record are sent with a note as soon as the record exists, because only notes have files.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf, type NotedRef, sendNote, type Visibility } from '../../api/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { filesNotes } from '../../words/index.ts';
import { addFiles, attachmentsOf } from '../timeline/files.ts';

export interface CreateNotes {
  type: NotedRef['type'];
  /** The note with the files gets this visibility. */
  visibility: Visibility;
  /** The text of that note. */
  body?: string;
}

/** `onSent` gets the record once its files are sent; a record without files has none to wait for. */
export function useCreateFiles<R extends { id: string }>(
  notes: CreateNotes | undefined,
  onSent: (record: R) => void,
) {
  const [files, setFiles] = useState<readonly File[]>([]);
  // The key is the Idempotency-Key of the note: sending the same files twice adds one note.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [hasFailed, setFailed] = useState(false);
  const sending = useMutation({
    mutationFn: async ({ id }: R) => {
      if (!notes || files.length === 0) return;
      const attachments = await attachmentsOf(files);
      const { body = filesNotes.record, visibility } = notes;
      const note = { body, visibility, attachments };
      await sendNote({ type: notes.type, id }, note, key);
    },
    onSuccess: (_sent, record) => onSent(record),
    onError: () => setFailed(true),
  });
  const change = (next: readonly File[]) => {
    setFiles(next);
    if (sending.isError) setKey(crypto.randomUUID());
  };
  return {
    files,
    canAttach: notes !== undefined,
    change,
    attach: (added: readonly File[]) => {
      const { files: accepted, refused } = addFiles(files, added);
      change(accepted);
      for (const reason of refused) toast(reason, { tone: 'red' });
    },
    send: (record: R) => sending.mutate(record),
    isPending: sending.isPending,
    /** The record exists, but its files could not be sent. */
    unsent:
      hasFailed && sending.variables
        ? {
            id: sending.variables.id,
            fault: sending.error ? faultText(faultOf(sending.error)) : undefined,
          }
        : undefined,
    retry: () => {
      if (sending.variables && !sending.isPending) sending.mutate(sending.variables);
    },
    /** Continues without the files. */
    skip: () => {
      if (sending.variables) onSent(sending.variables);
    },
  };
}

export type CreateFiles = Omit<ReturnType<typeof useCreateFiles>, 'send'>;
