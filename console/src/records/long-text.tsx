// A long text of a record is Markdown that is edited in place; typed text stays a draft until it is saved.
import { useState } from 'react';
import type { RecordPatch } from '../api/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { EditIcon } from '../ui/icons.ts';
import { LazyMarkdown } from '../ui/reading/lazy-markdown.tsx';
import { TextEditor } from '../ui/forms/text-editor.tsx';
import { fieldLabel } from '../words/index.ts';
import styles from './long-text.module.css';
import type { RecordDrafts } from './use-record-drafts.ts';

interface LongTextPage {
  mayEdit: boolean;
  editing: string | undefined;
  edit: (field: string | undefined) => void;
  /** Resolves to `failed` if the editor must keep the text. */
  save: (patch: RecordPatch, version: number) => Promise<string>;
  drafts: Pick<RecordDrafts, 'text'>;
}

interface LongTextProps {
  field: string;
  text: string | null;
  version: number;
  page: LongTextPage;
}

function Editor({ field, text: saved, version: current, page }: LongTextProps) {
  const draft = page.drafts.text(field);
  const [text, setText] = useState(() => draft.read()?.text ?? saved ?? '');
  // The edit is based on the version that was read, not on one that arrives while typing.
  const [version] = useState(current);
  const close = () => {
    draft.write(undefined);
    page.edit(undefined);
  };
  const save = async () => {
    const next = text.trim() === '' ? null : text;
    if (next === saved) return close();
    if ((await page.save({ [field]: next }, version)) !== 'failed') close();
  };
  const name = fieldLabel(field).toLowerCase();
  return (
    <TextEditor
      label={fieldLabel(field)}
      isLabelHidden
      value={text}
      hasFocus
      onChange={(next) => {
        setText(next);
        draft.write({ text: next });
      }}
      onSend={() => void save()}
      onEscape={() => {
        if (text === (saved ?? '')) close();
        else (document.activeElement as HTMLElement | null)?.blur();
      }}
      actions={
        <span className={styles.actions}>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button
            variant="primary"
            label={`Save the ${name}`}
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

export function LongText(props: LongTextProps) {
  const { field, text, page } = props;
  const isEditing = page.editing === field;
  const label = fieldLabel(field);
  return (
    <section className={styles.text} aria-label={label}>
      <div className={styles.head}>
        <h2>{label}</h2>
        {page.mayEdit && !isEditing && (
          <Button
            variant="quiet"
            icon={<EditIcon />}
            label={`Edit the ${label.toLowerCase()}`}
            onClick={() => page.edit(field)}
          />
        )}
      </div>
      {isEditing && <Editor {...props} />}
      {!isEditing &&
        (text ? (
          <LazyMarkdown text={text} />
        ) : (
          <p className={styles.none}>No {label.toLowerCase()}.</p>
        ))}
    </section>
  );
}
