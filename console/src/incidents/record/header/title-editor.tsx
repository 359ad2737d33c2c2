// The title, edited in place: Enter saves, Escape takes back.
import { useRef, useState } from 'react';
import type { Incident } from '../../../api/index.ts';
import { Button } from '../../../ui/button.tsx';
import { EditIcon } from '../../../ui/icons.ts';
import styles from './header.module.css';
import type { RecordPage } from '../use-record-page.ts';

interface TitleEditorProps {
  incident: Incident;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  page: RecordPage;
}

const MAX_TITLE = 200;

function TitleInput({ incident, onEdit, page }: Omit<TitleEditorProps, 'isEditing'>) {
  const [text, setText] = useState(incident.short_description);
  // The version that was read, not one that arrives while typing.
  const [version] = useState(incident.version);
  const save = async () => {
    const title = text.trim();
    if (title === '' || title === incident.short_description) return onEdit(false);
    const outcome = await page.actions.save({ short_description: title }, version);
    if (outcome !== 'failed') onEdit(false);
  };
  return (
    <form
      className={styles.titleForm}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        className={styles.titleInput}
        aria-label="Title"
        value={text}
        maxLength={MAX_TITLE}
        autoFocus
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onEdit(false)}
      />
      <Button type="submit" look="primary">
        Save
      </Button>
      <Button look="quiet" onClick={() => onEdit(false)}>
        Cancel
      </Button>
    </form>
  );
}

export function TitleEditor({ incident, isEditing, onEdit, page }: TitleEditorProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const edit = (next: boolean) => {
    onEdit(next);
    if (!next) heading.current?.focus();
  };
  return (
    <>
      <h1
        ref={heading}
        className={isEditing ? styles.hidden : styles.title}
        tabIndex={-1}
        title={incident.short_description}
      >
        {incident.short_description}
      </h1>
      {isEditing ? (
        <TitleInput incident={incident} onEdit={edit} page={page} />
      ) : (
        page.mayEdit && (
          <Button
            look="quiet"
            className={styles.editTitle}
            icon={<EditIcon />}
            label="Edit the title"
            onClick={() => edit(true)}
          />
        )
      )}
    </>
  );
}
