// A note is for the team, for the opener, or for its author alone. Its draft is kept until it is sent.
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import {
  connection,
  faultOf,
  type Me,
  type NotedRef,
  partsKeyOf,
  queryClient,
  sendNote,
  type Visibility,
} from '../../api/index.ts';
import { sendDelayed } from '../../keys/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { type Fault, faultText } from '../../ui/layout/fault.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { TextEditor } from '../../ui/forms/text-editor.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import styles from './composer.module.css';
import { usePersonNames } from '../../words/index.ts';
import { AttachButton, FilesToSend } from './attach.tsx';
import { addFiles, attachmentsOf } from './files.ts';
import type { NoteDraft, RecordDrafts } from '../use-record-drafts.ts';

const tabs: readonly { id: Visibility; label: string }[] = [
  { id: 'team', label: 'Team' },
  { id: 'public', label: 'Public' },
  { id: 'private', label: 'Private' },
];

/** Browsers limit the body of a request that outlives its page to about 64 kB. */
const MAX_DELAYED_BYTES = 60_000;

interface NotePage {
  me: Me | undefined;
  mayEdit: boolean;
  drafts: Pick<RecordDrafts, 'note'>;
  composer: RefObject<HTMLTextAreaElement | null>;
  /** The composer sets it; it sends the note. */
  sendNote: RefObject<(() => void) | undefined>;
  /** Gets true while a note is being written. */
  setNoting: (isNoting: boolean) => void;
  /** Reads the record again: a note raises its version. */
  reload: () => void;
}

interface ComposerProps {
  record: NotedRef;
  /** The opener of the record reads public notes. */
  opener: string;
  /** Requesters write public notes only. */
  isForRequester?: boolean;
  page: NotePage;
}

const readers = (
  opener: string,
  me: string,
  nameOf: (email: string) => string,
): Record<Visibility, string> => ({
  team: 'Agents and managers can read this note.',
  public:
    opener === me
      ? 'The team will read this note.'
      : `${nameOf(opener)} (${opener}), who opened the record, will read this note.`,
  private: 'Only you and managers can read this note.',
});

const sizeOf = (body: string, files: readonly File[]): number =>
  body.length + files.reduce((sum, { size }) => sum + size, 0);

export function Composer({ record, opener, isForRequester = false, page }: ComposerProps) {
  const { id } = record;
  const nameOf = usePersonNames();
  const { isOnline } = useSyncExternalStore(connection.subscribe, connection.get);
  const [draft, setDraft] = useState<NoteDraft>(
    () => page.drafts.note.read() ?? { body: '', visibility: 'team' },
  );
  const [files, setFiles] = useState<File[]>([]);
  const [fault, setFault] = useState<Fault>();
  const [isSending, setSending] = useState(false);
  const { body } = draft;
  const canChoose = page.mayEdit && !isForRequester;
  const visibility = canChoose ? draft.visibility : 'public';

  const change = (next: Partial<NoteDraft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    page.drafts.note.write(changed);
  };
  const attach = (added: readonly File[]) => {
    const { files: accepted, refused } = addFiles(files, added);
    setFiles(accepted);
    for (const reason of refused) toast(reason, { tone: 'red' });
  };
  const clear = () => {
    setDraft({ body: '', visibility });
    setFiles([]);
    page.composer.current?.blur();
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  };
  const restore = (sent: readonly File[]) => {
    setDraft(draft);
    setFiles([...sent]);
    page.drafts.note.write(draft);
  };
  const send = async (key: string, sent: readonly File[]): Promise<boolean> => {
    setSending(true);
    try {
      const attachments = await attachmentsOf(sent);
      await sendNote(record, { body, visibility, ...(sent.length > 0 && { attachments }) }, key);
      page.drafts.note.write(undefined);
      setFault(undefined);
      void queryClient.invalidateQueries({ queryKey: partsKeyOf(record) });
      page.reload();
      return true;
    } catch (error) {
      setFault(faultOf(error));
      return false;
    } finally {
      setSending(false);
    }
  };
  const submit = () => {
    if (unavailable !== undefined) return;
    const key = crypto.randomUUID();
    const sent = files;
    if (visibility === 'public' && sizeOf(body, sent) < MAX_DELAYED_BYTES) {
      clear();
      const deliver = async () => {
        if (!(await send(key, sent))) restore(sent);
      };
      sendDelayed(
        `note ${id}`,
        `Public note on ${id}.`,
        () => void deliver(),
        () => restore(sent),
      );
    } else void send(key, sent).then((isSent) => isSent && clear());
  };

  let unavailable: string | undefined;
  if (body.trim() === '') unavailable = 'Write a note first.';
  if (isSending) unavailable = 'The note is being sent.';
  if (!isOnline) unavailable = 'You are offline. The draft is kept.';

  const isNoting = body.trim() !== '';
  const { setNoting } = page;
  useEffect(() => setNoting(isNoting), [setNoting, isNoting]);
  useEffect(() => {
    page.sendNote.current = submit;
  });

  return (
    <section className={styles.composer} aria-label="Add a note">
      <Tabs
        label="Readers of the note"
        variant="pill"
        tabs={canChoose ? tabs : tabs.filter((tab) => tab.id === 'public')}
        value={visibility}
        onChange={(next) => change({ visibility: next })}
      >
        <TextEditor
          ref={page.composer}
          label="Note"
          isLabelHidden
          value={body}
          placeholder="Write a note in Markdown. Paste or drop files to attach them."
          tone={visibility === 'public' ? 'amber' : 'plain'}
          onChange={(text) => change({ body: text })}
          onSend={submit}
          onEscape={() => page.composer.current?.blur()}
          onFiles={attach}
          below={<FilesToSend files={files} onChange={setFiles} />}
          actions={
            <>
              <AttachButton onFiles={attach} />
              <span className={styles.readers} data-public={visibility === 'public' || undefined}>
                {readers(opener, page.me?.email ?? '', nameOf)[visibility]}
              </span>
              <Button
                variant="primary"
                label="Send the note"
                keys={['mod+Enter']}
                unavailable={unavailable}
                onClick={submit}
              >
                Add note
              </Button>
            </>
          }
        />
      </Tabs>
      {fault && (
        <p className={styles.fault} role="alert">
          The note was not sent. You can send it again. {faultText(fault)}
        </p>
      )}
    </section>
  );
}
