// The description, and the resolution once there is one; the description is edited in place.
import { useState } from 'react';
import type { Incident } from '../../api/index.ts';
import { Button } from '../../ui/button.tsx';
import { EditIcon } from '../../ui/icons.ts';
import { LazyMarkdown } from '../../ui/lazy-markdown.tsx';
import { TextEditor } from '../../ui/text-editor.tsx';
import styles from './description.module.css';
import type { RecordPage } from './use-record-page.ts';

interface PartProps {
  incident: Incident;
  page: RecordPage;
}

function DescriptionEditor({ incident, page }: PartProps) {
  const [text, setText] = useState(
    () => page.drafts.description.read()?.text ?? incident.description ?? '',
  );
  const [version] = useState(incident.version);
  const close = () => {
    page.drafts.description.write(undefined);
    page.edit(undefined);
  };
  const save = async () => {
    const next = text.trim() === '' ? null : text;
    if (next === incident.description) return close();
    const outcome = await page.actions.save({ description: next }, version);
    if (outcome !== 'failed') close();
  };
  return (
    <TextEditor
      label="Description"
      isLabelHidden
      value={text}
      hasFocus
      onChange={(next) => {
        setText(next);
        page.drafts.description.write({ text: next });
      }}
      onSend={() => void save()}
      onEscape={() => {
        if (text === (incident.description ?? '')) close();
        else (document.activeElement as HTMLElement | null)?.blur();
      }}
      actions={
        <span className={styles.actions}>
          <Button look="quiet" onClick={close}>
            Cancel
          </Button>
          <Button
            look="primary"
            label="Save the description"
            keys={['mod+Enter']}
            onClick={() => void save()}
          >
            Save
          </Button>
        </span>
      }
    />
  );
}

export function Description({ incident, page }: PartProps) {
  const isEditing = page.editing === 'description';
  return (
    <section className={styles.description} aria-label="Description">
      <div className={styles.head}>
        <h2>Description</h2>
        {page.mayEdit && !isEditing && (
          <Button
            look="quiet"
            icon={<EditIcon />}
            label="Edit the description"
            onClick={() => page.edit('description')}
          />
        )}
      </div>
      {isEditing && <DescriptionEditor incident={incident} page={page} />}
      {!isEditing &&
        (incident.description ? (
          <LazyMarkdown text={incident.description} />
        ) : (
          <p className={styles.none}>No description.</p>
        ))}
      {incident.resolution && (
        <div className={styles.resolution}>
          <h2>Resolution</h2>
          <LazyMarkdown text={incident.resolution} />
        </div>
      )}
    </section>
  );
}
