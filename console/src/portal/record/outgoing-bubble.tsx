// A message that is on its way is paler than those that have arrived, and says what happens to it next.
import { type OutgoingNote, outgoingNotes } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { useNow } from '../../ui/marks/clock.ts';
import { PicturePreview } from '../../ui/reading/picture-preview.tsx';
import { Bubble } from './bubble.tsx';
import styles from './conversation.module.css';
import { isPicture } from '../../records/index.ts';

/** Screen readers are not given every second. */
function Countdown({ until }: { until: number }) {
  const seconds = Math.max(1, Math.ceil((until - useNow('second')) / 1000));
  return (
    <span role="img" aria-label="Will be sent in a few seconds">
      Sending in {seconds} s
    </span>
  );
}

const undo = (key: string) => ({ label: 'Undo', run: () => outgoingNotes.undo(key) });
const edit = (key: string) => ({ label: 'Change it', run: () => outgoingNotes.edit(key) });
const retry = (key: string) => ({ label: 'Try again', run: () => outgoingNotes.retry(key) });

function progressOf({ key, status, until = 0, hasLostFiles = false }: OutgoingNote) {
  if (status === 'waiting') return { text: <Countdown until={until} />, actions: [undo(key)] };
  if (status === 'sending') return { text: 'Sending…', actions: [] };
  if (hasLostFiles) return { text: 'Not sent: please add the files again.', actions: [edit(key)] };
  return { text: 'Not sent.', actions: [retry(key), edit(key)] };
}

const WaitingFiles = ({ files }: { files: readonly File[] }) =>
  files.length === 0 ? null : (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={`${file.name} ${file.lastModified}`} className={styles.picture}>
          {isPicture(file.type) ? <PicturePreview blob={file} label={file.name} /> : file.name}
        </li>
      ))}
    </ul>
  );

export function OutgoingBubble({ note }: { note: OutgoingNote }) {
  const { text, actions } = progressOf(note);
  const hasFailed = note.status === 'failed';
  return (
    <Bubble isPale text={note.body}>
      <WaitingFiles files={note.files} />
      <p className={styles.progress} role={hasFailed ? 'alert' : undefined}>
        {text}
        {actions.map(({ label, run }) => (
          <Button key={label} variant="quiet" onClick={run}>
            {label}
          </Button>
        ))}
      </p>
    </Bubble>
  );
}
