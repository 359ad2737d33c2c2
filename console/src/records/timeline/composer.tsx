// A note is for the team, for the opener, or for its author alone. Its draft is kept until it is sent.
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { connection, type Me, type NotedRef, type Visibility } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { TextEditor } from '../../ui/forms/text-editor.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { Recipients } from '../related/index.ts';
import styles from './composer.module.css';
import { AttachButton, FilesToSend } from './attach.tsx';
import { addFiles, canBeDelayed } from './files.ts';
import { useMentions } from './use-mentions.tsx';
import type { NoteDraft, RecordDrafts } from '../use-record-drafts.ts';
import { outgoingNotes, useOutgoingNotes } from './use-outgoing-notes.ts';

const tabs: readonly { id: Visibility; label: string }[] = [
  { id: 'team', label: 'Team' },
  { id: 'public', label: 'Public' },
  { id: 'private', label: 'Private' },
];

interface NotePage {
  me: Me | undefined;
  isTeam: boolean;
  drafts: Pick<RecordDrafts, 'note'>;
  composer: RefObject<HTMLTextAreaElement | null>;
  /** The composer sets it; it sends the note. */
  sendNote: RefObject<(() => void) | undefined>;
  /** Gets true while a note is being written. */
  setNoting: (isNoting: boolean) => void;
}

interface ComposerProps {
  record: NotedRef;
  /** Says who reads a public note. */
  readers: string;
  /** So many people of its duplicates can get a public note too. */
  others?: number;
  page: NotePage;
}

const internalReaders: Record<Exclude<Visibility, 'public'>, string> = {
  team: 'Agents and managers can read this note.',
  private: 'Only you and managers can read this note.',
};

const othersText = (others: number): string =>
  others === 1
    ? 'Also the person of its duplicates'
    : `Also the ${others} people of its duplicates`;

export function Composer({ record, readers, others = 0, page }: ComposerProps) {
  const { type, id } = record;
  const { isOnline } = useSyncExternalStore(connection.subscribe, connection.get);
  const [draft, setDraft] = useState<NoteDraft>(
    () => page.drafts.note.read() ?? { body: '', visibility: 'team' },
  );
  const [files, setFiles] = useState<readonly File[]>([]);
  const { body } = draft;
  const me = page.me?.email ?? '';
  const visibility = page.isTeam ? draft.visibility : 'public';

  const mayReachOthers = visibility === 'public' && others > 0;
  const toDuplicates = mayReachOthers && draft.toDuplicates === true;

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
  const submit = () => {
    if (unavailable !== undefined) return;
    const isDelayed = visibility === 'public' && canBeDelayed(body, files);
    outgoingNotes.add({ record, author: me, body, visibility, toDuplicates, files }, isDelayed);
    change({ body: '', visibility, toDuplicates: false });
    setFiles([]);
    page.composer.current?.blur();
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  };

  const mentions = useMentions(body, (text) => change({ body: text }), page.composer);

  let unavailable: string | undefined;
  if (body.trim() === '') unavailable = 'Write a note first.';
  if (!isOnline) unavailable = 'You are offline. The draft is kept.';

  const isNoting = body.trim() !== '';
  const { setNoting } = page;
  useEffect(() => setNoting(isNoting), [setNoting, isNoting]);
  useEffect(() => {
    page.sendNote.current = submit;
  });
  useEffect(() => {
    if (me !== '') outgoingNotes.restore({ type, id }, me);
  }, [type, id, me]);
  const returned = useOutgoingNotes(record).find(({ status }) => status === 'returned');
  useEffect(() => {
    if (!returned) return;
    if (isNoting) return toast('Send or remove the other text of the composer first.');
    outgoingNotes.remove(returned.key);
    const { visibility: readersOf, toDuplicates: reachesOthers = false } = returned;
    change({ body: returned.body, visibility: readersOf, toDuplicates: reachesOthers });
    setFiles(returned.files);
    page.composer.current?.focus();
    // Later typing must not take back a note that stayed.
  }, [returned]);

  return (
    <section className={styles.composer} aria-label="Add a note">
      <Tabs
        label="Readers of the note"
        variant="pill"
        tabs={page.isTeam ? tabs : tabs.filter((tab) => tab.id === 'public')}
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
          completion={mentions}
          onChange={(text) => change({ body: text })}
          onSend={submit}
          onEscape={() => page.composer.current?.blur()}
          onFiles={attach}
          below={
            <>
              <FilesToSend files={files} onChange={setFiles} />
              {mayReachOthers && (
                <div className={styles.others}>
                  <CheckField
                    label={othersText(others)}
                    isChecked={toDuplicates}
                    onChange={(isChecked) => change({ toDuplicates: isChecked })}
                  />
                </div>
              )}
              {page.isTeam && visibility === 'public' && <Recipients record={record} />}
            </>
          }
          actions={
            <>
              <AttachButton onFiles={attach} />
              <span className={styles.readers} data-public={visibility === 'public' || undefined}>
                {visibility === 'public' ? readers : internalReaders[visibility]}
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
    </section>
  );
}
