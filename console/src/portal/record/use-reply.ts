// The text of a reply is kept in the tab until it is sent; its files stay on the page.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { connection, type NotedRef } from '../../api/index.ts';
import {
  addFiles,
  canBeDelayed,
  outgoingNotes,
  recordDrafts,
  useOutgoingNotes,
} from '../../records/index.ts';
import { toast } from '../../ui/overlays/toast.tsx';

/** A message needs a text; one that has only files names them. */
const textOf = (body: string, files: readonly File[]): string =>
  body.trim() === '' ? files.map(({ name }) => name).join(', ') : body;

export function useReply(record: NotedRef, me: string) {
  const { type, id } = record;
  const { isOnline } = useSyncExternalStore(connection.subscribe, connection.get);
  const [drafts] = useState(() => recordDrafts(id, me).note);
  const [body, setBody] = useState(() => drafts.read()?.body ?? '');
  const [files, setFiles] = useState<readonly File[]>([]);

  const write = (text: string) => {
    setBody(text);
    drafts.write({ body: text, visibility: 'public' });
  };
  const clear = () => {
    write('');
    setFiles([]);
  };
  useEffect(() => outgoingNotes.restore({ type, id }, me), [type, id, me]);
  const returned = useOutgoingNotes(record).find(({ status }) => status === 'returned');
  useEffect(() => {
    if (!returned || body.trim() !== '') return;
    outgoingNotes.remove(returned.key);
    write(returned.body);
    setFiles(returned.files);
    // Later typing must not take back a message that stayed.
  }, [returned]);

  let unavailable: string | undefined;
  if (body.trim() === '' && files.length === 0) unavailable = 'Write something first.';
  if (!isOnline) unavailable = 'You are offline. Your text is kept.';
  const text = textOf(body, files);
  return {
    body,
    text,
    files,
    unavailable,
    write,
    clear,
    remove: (file: File) => setFiles(files.filter((one) => one !== file)),
    attach: (added: readonly File[]) => {
      const { files: accepted, refused } = addFiles(files, added);
      setFiles(accepted);
      for (const reason of refused) toast(reason, { tone: 'red' });
    },
    /** Shows the message in the conversation, and sends it after the time for an undo. */
    send: () => {
      const note = { record, author: me, body: text, visibility: 'public', files } as const;
      outgoingNotes.add({ ...note, isQuiet: true }, canBeDelayed(text, files));
      clear();
    },
  };
}

export type Reply = ReturnType<typeof useReply>;
