// The title is edited in place: Enter saves, Escape discards the edit.
import { useRef, useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { EditIcon } from '../../ui/icons.ts';
import styles from './header.module.css';

interface TitleEditorProps {
  title: string;
  version: number;
  mayEdit: boolean;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  /** Resolves to `failed` if the editor must keep the text. */
  onSave: (title: string, version: number) => Promise<string>;
}

const MAX_TITLE = 200;

function TitleInput({
  title,
  version: current,
  onEdit,
  onSave,
}: Omit<TitleEditorProps, 'isEditing' | 'mayEdit'>) {
  const [text, setText] = useState(title);
  // The edit is based on the version that was read, not on one that arrives while typing.
  const [version] = useState(current);
  const save = async () => {
    const next = text.trim();
    if (next === '' || next === title) return onEdit(false);
    if ((await onSave(next, version)) !== 'failed') onEdit(false);
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
      <Button type="submit" variant="primary">
        Save
      </Button>
      <Button variant="quiet" onClick={() => onEdit(false)}>
        Cancel
      </Button>
    </form>
  );
}

export function TitleEditor({ isEditing, mayEdit, onEdit, ...rest }: TitleEditorProps) {
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
        title={rest.title}
      >
        {rest.title}
      </h1>
      {isEditing && <TitleInput {...rest} onEdit={edit} />}
      {!isEditing && mayEdit && (
        <Button
          variant="quiet"
          className={styles.editTitle}
          icon={<EditIcon />}
          label="Edit the title"
          onClick={() => edit(true)}
        />
      )}
    </>
  );
}
