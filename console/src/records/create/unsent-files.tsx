// The record was created but its files were not sent: they can be sent again, or left out.
import { Button } from '../../ui/forms/button.tsx';
import { AttachButton, FilesToSend } from '../timeline/attach.tsx';
import styles from './create.module.css';
import type { CreateFiles } from './use-create-files.ts';

interface UnsentFilesProps {
  files: CreateFiles;
  /** Says that the record exists. */
  heading?: string;
}

export const UnsentFiles = ({ files, heading }: UnsentFilesProps) => {
  const { unsent } = files;
  if (!unsent) return null;
  return (
    <section className={styles.page} aria-label="Files that were not sent">
      <header className={styles.header}>
        <h1 tabIndex={-1}>{heading ?? `${unsent.id} was created`}</h1>
        <div className={styles.actions}>
          <Button onClick={files.skip}>Continue without the files</Button>
          <Button
            variant="primary"
            unavailable={files.isPending ? 'The files are being sent.' : undefined}
            onClick={files.retry}
          >
            {files.isPending ? 'Sending…' : 'Send the files again'}
          </Button>
        </div>
      </header>
      {unsent.fault !== undefined && (
        <p className={styles.fault} role="alert">
          The files were not sent. They stay here until you send them again. {unsent.fault}
        </p>
      )}
      <div className={styles.main}>
        <FilesToSend files={files.files} onChange={files.change} />
        <div>
          <AttachButton onFiles={files.attach} />
        </div>
      </div>
    </section>
  );
};
