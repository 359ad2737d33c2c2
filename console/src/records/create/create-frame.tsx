// The form of a new record has its title and description, and its properties beside them.
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCommands } from '../../keys/index.ts';
import { takeFiles } from '../../ui/files/take-files.ts';
import { Button } from '../../ui/forms/button.tsx';
import { TextEditor } from '../../ui/forms/text-editor.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { AttachButton, FilesToSend } from '../timeline/attach.tsx';
import { recordCommands } from '../record.keys.ts';
import { createCommands } from './create.keys.ts';
import styles from './create.module.css';
import { UnsentFiles } from './unsent-files.tsx';
import type { CreateState } from './use-create.ts';
import type { CreateFiles } from './use-create-files.ts';

interface CreateFrameProps {
  form: CreateState;
  /** The noun names the record in texts, such as "incident". */
  noun: string;
  /** A record without a description leaves it out. */
  placeholder?: string;
  /** The text of the button is "Create …" unless this replaces it. */
  action?: string;
  /** Further buttons appear before the one that creates the record. */
  actions?: ReactNode;
  /** A field above the title has the focus first. */
  aboveTitle?: ReactNode;
  belowTitle?: ReactNode;
  /** Children appear below the description. */
  children?: ReactNode;
  side: ReactNode;
}

const AttachFiles = ({ files }: { files: CreateFiles }) => (
  <>
    <AttachButton onFiles={files.attach} />
    <span className={styles.hint}>Or paste or drop a screenshot</span>
  </>
);

export function CreateFrame({
  form,
  noun,
  placeholder,
  action = `Create ${noun}`,
  actions,
  aboveTitle,
  belowTitle,
  children,
  side,
}: CreateFrameProps) {
  const router = useRouter();
  const { draft, unavailable, fault, files } = form;
  const send = () => form.send();
  // The key works anywhere on the page, not only in a field.
  useCommands(recordCommands, { 'record.send': { run: send, unavailable } });
  useCommands(createCommands, { 'create.discard': form.discard });
  const attach = files.canAttach ? files.attach : undefined;
  if (files.unsent) return <UnsentFiles files={files} />;
  return (
    <form
      className={styles.page}
      aria-label={`New ${noun}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onPaste={(event) => takeFiles(event, event.clipboardData, attach)}
      onDrop={(event) => takeFiles(event, event.dataTransfer, attach)}
      onDragOver={(event) => files.canAttach && event.preventDefault()}
    >
      <title>{`New ${noun} – Signalbox`}</title>
      <header className={styles.header}>
        <h1 tabIndex={-1}>New {noun}</h1>
        <div className={styles.actions}>
          <Button variant="quiet" onClick={form.discard}>
            Discard
          </Button>
          <Button onClick={() => router.history.back()}>Back</Button>
          {actions}
          <Button
            variant="primary"
            label={`Create the ${noun}`}
            keys={['mod+Enter']}
            unavailable={unavailable}
            onClick={send}
          >
            {form.isPending ? 'Creating…' : action}
          </Button>
        </div>
      </header>
      {fault && (
        <p className={styles.fault} role="alert">
          The {noun} was not created. Your draft is kept. {fault}
        </p>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <div className={styles.first} data-first-field>
            {aboveTitle}
            <TextField
              label={form.title.label}
              value={draft.title}
              maxLength={form.title.maxLength}
              fault={form.faultAt(form.title.field)}
              onChange={(title) => form.change({ title })}
            />
          </div>
          {belowTitle}
          {placeholder !== undefined && (
            <div className={styles.description}>
              <TextEditor
                label="Description"
                value={draft.description}
                placeholder={placeholder}
                onChange={(description) => form.change({ description })}
                onSend={send}
                below={<FilesToSend files={files.files} onChange={files.change} />}
                actions={files.canAttach && <AttachFiles files={files} />}
              />
            </div>
          )}
          {children}
        </div>
        <aside className={styles.side} aria-label="Properties">
          <h2>Properties</h2>
          {side}
        </aside>
      </div>
    </form>
  );
}
