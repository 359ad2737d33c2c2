// The record is created, but its files did not arrive: they can be sent again, or left out.
import { Button } from '../../ui/forms/button.tsx';
import { AttachButton, FilesToSend } from '../timeline/attach.tsx';
import styles from './create.module.css';
import type { CreateFiles } from './use-create-files.ts';

export const UnsentFiles = ({ files }: { files: CreateFiles }) => {
  const { unsent } = files;
  if (!unsent) return null;
  return (
    <section className={styles.page} aria-label="Files that were not sent">
      <header className={styles.header}>
        <h1 tabIndex={-1}>{unsent.id} is created</h1>
        <div className={styles.actions}>
          <Button onClick={files.skip}>Open it without the files</Button>
          <Button
            variant="primary"
            unavailable={files.isPending ? 'They are being sent.' : undefined}
            onClick={files.retry}
          >
            {files.isPending ? 'Sending…' : 'Send the files again'}
          </Button>
        </div>
      </header>
      {unsent.fault !== undefined && (
        <p className={styles.fault} role="alert">
          Its files were not sent; they are kept here. {unsent.fault}
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
