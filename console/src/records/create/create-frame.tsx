// The form of a new record: title and description, and its properties beside them.
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCommands } from '../../keys/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { TextEditor } from '../../ui/forms/text-editor.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { createCommands } from './create.keys.ts';
import styles from './create.module.css';
import type { CreateState } from './use-create.ts';

interface CreateFrameProps {
  form: CreateState;
  /** "incident" */
  noun: string;
  /** In the empty description; a record without one leaves it out. */
  placeholder?: string;
  /** The word of the button. */
  action?: string;
  /** Further buttons, before the one that creates it. */
  actions?: ReactNode;
  /** Below the description. */
  children?: ReactNode;
  side: ReactNode;
}

export function CreateFrame({
  form,
  noun,
  placeholder,
  action = `Create ${noun}`,
  actions,
  children,
  side,
}: CreateFrameProps) {
  const router = useRouter();
  const { draft, unavailable, fault } = form;
  const send = () => form.send();
  useCommands(createCommands, {
    'create.send': { run: send, unavailable },
    'create.discard': form.discard,
  });
  return (
    <form
      className={styles.page}
      aria-label={`New ${noun}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send();
      }}
    >
      <title>{`New ${noun} – Signalbox`}</title>
      <header className={styles.header}>
        <h1 tabIndex={-1}>New {noun}</h1>
        <div className={styles.actions}>
          <Button look="quiet" onClick={form.discard}>
            Discard
          </Button>
          <Button onClick={() => router.history.back()}>Back</Button>
          {actions}
          <Button
            look="primary"
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
          The {noun} was not created; the draft is kept. {fault}
        </p>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <div data-first-field>
            <TextField
              label={form.title.label}
              value={draft.title}
              maxLength={form.title.maxLength}
              fault={form.faultAt(form.title.field)}
              onChange={(title) => form.change({ title })}
            />
          </div>
          {placeholder !== undefined && (
            <TextEditor
              label="Description"
              value={draft.description}
              placeholder={placeholder}
              onChange={(description) => form.change({ description })}
              onSend={send}
              actions={null}
            />
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
