// A new incident: title and description, properties, and what similar cases suggest for them.
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { faultOf, type Me, meQuery, mayUse } from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { faultText } from '../../ui/fault.ts';
import { TextEditor } from '../../ui/text-editor.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { createCommands } from './create.keys.ts';
import { CreateFields } from './create-fields.tsx';
import styles from './create.module.css';
import { Suggestions } from './suggestions.tsx';
import { useCreateForm } from './use-create-form.ts';

const MAX_TITLE = 200;

function Form({ me }: { me: Me }) {
  const router = useRouter();
  const form = useCreateForm(me);
  const { draft, unavailable, error } = form;
  useCommands(createCommands, {
    'create.send': { run: form.send, unavailable },
    'create.discard': form.discard,
  });
  const fault = error && faultOf(error);
  return (
    <form
      className={styles.page}
      aria-label="New incident"
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        form.send();
      }}
    >
      <header className={styles.header}>
        <h1 tabIndex={-1}>New incident</h1>
        <div className={styles.actions}>
          <Button look="quiet" onClick={form.discard}>
            Discard
          </Button>
          <Button onClick={() => router.history.back()}>Back</Button>
          <Button
            look="primary"
            label="Create the incident"
            keys={['mod+Enter']}
            unavailable={unavailable}
            onClick={form.send}
          >
            {form.isPending ? 'Creating…' : 'Create incident'}
          </Button>
        </div>
      </header>
      {fault && (
        <p className={styles.fault} role="alert">
          The incident was not created; the draft is kept. {faultText(fault)}
        </p>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <div data-first-field>
            <TextField
              label="Title"
              value={draft.title}
              maxLength={MAX_TITLE}
              onChange={(title) => form.change({ title })}
            />
          </div>
          <TextEditor
            label="Description"
            value={draft.description}
            placeholder="What happens, since when, and who is affected. Markdown."
            onChange={(description) => form.change({ description })}
            onSend={form.send}
            actions={null}
          />
          <Suggestions form={form} />
        </div>
        <aside className={styles.side} aria-label="Properties">
          <h2>Properties</h2>
          <CreateFields form={form} />
        </aside>
      </div>
    </form>
  );
}

export function CreatePage() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  if (!mayUse(me, 'incidents.create'))
    return (
      <EmptyState isPage title="You may not create incidents">
        Ask an administrator for a role that can.
      </EmptyState>
    );
  return <Form me={me} />;
}
