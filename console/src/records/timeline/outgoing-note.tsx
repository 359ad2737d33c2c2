// A note that is not sent yet is paler than those that are, and says what happens to it next.
import type { ReactNode } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { useNow } from '../../ui/marks/clock.ts';
import { PersonMark } from '../../ui/marks/person.tsx';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import { usePersonNames } from '../../words/index.ts';
import { NoteVisibility } from './note-visibility.tsx';
import type { OutgoingNote } from './outgoing-notes.ts';
import { fileSize } from './files.ts';
import styles from './timeline.module.css';
import { outgoingNotes } from './use-outgoing-notes.ts';

/** Screen readers are not given every second. */
function Countdown({ until }: { until: number }) {
  const seconds = Math.max(1, Math.ceil((until - useNow('second')) / 1000));
  return (
    <span role="img" aria-label="Will be sent in a few seconds">
      sending in {seconds} s
    </span>
  );
}

interface Action {
  label: string;
  run: (key: string) => void;
}

const undo: Action = { label: 'Undo', run: (key) => outgoingNotes.undo(key) };
const retry: Action = { label: 'Try again', run: (key) => outgoingNotes.retry(key) };
const send: Action = { label: 'Send', run: (key) => outgoingNotes.retry(key) };
const edit: Action = { label: 'Edit', run: (key) => outgoingNotes.edit(key) };

interface Progress {
  text: (note: OutgoingNote) => ReactNode;
  actions: (note: OutgoingNote) => readonly Action[];
}

const progress: Record<OutgoingNote['status'], Progress> = {
  waiting: { text: ({ until = 0 }) => <Countdown until={until} />, actions: () => [undo] },
  sending: { text: () => 'sending…', actions: () => [] },
  failed: {
    text: () => 'not sent',
    actions: ({ hasLostFiles }) => (hasLostFiles ? [edit] : [retry, edit]),
  },
  returned: { text: () => 'not sent', actions: () => [send, edit] },
};

export function OutgoingNoteItem({ note }: { note: OutgoingNote }) {
  const { key, author, body, visibility, files, status, fault } = note;
  const nameOf = usePersonNames();
  const { text, actions } = progress[status];
  return (
    <li className={styles.note} data-visibility={visibility} data-outgoing={status}>
      <div className={styles.noteHead}>
        <b className={styles.actor}>
          <PersonMark name={nameOf(author)} email={author} />
        </b>
        <NoteVisibility visibility={visibility} />
        <span className={styles.time}>{text(note)}</span>
        {actions(note).map(({ label, run }) => (
          <Button key={label} variant="quiet" onClick={() => run(key)}>
            {label}
          </Button>
        ))}
      </div>
      <LazyMarkdown text={body} />
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={file.name} className={styles.file}>
              <span className={styles.fileName}>{file.name}</span>
              <span className={styles.fileSize}>{fileSize(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
      {fault && (
        <p className={styles.fault} role="alert">
          The note was not sent. {faultText(fault)}
        </p>
      )}
    </li>
  );
}
