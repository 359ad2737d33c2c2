// The value of a property opens its editor; a value with links, or a long text, has a pencil beside it instead.
import type { ReactNode } from 'react';
import type { RecordType } from '../../api/index.ts';
import { Person } from '../../lists/index.ts';
import { Priority } from '../../ui/marks/record-marks.tsx';
import { EditIcon } from '../../ui/icons.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { isPersonField } from '../../words/index.ts';
import { RecordLinks } from '../links/record-link.tsx';
import { Editor } from './property-editor.tsx';
import type { PropertyEditor, PropertyValue } from './property-field.ts';
import styles from './properties.module.css';

interface PropertyRowProps {
  field: string;
  label: string;
  value: PropertyValue;
  /** The text is undefined if there is no value. */
  text: string | undefined;
  /** The text replaces a missing value. */
  emptyText?: string | undefined;
  editor: PropertyEditor;
  /** The help stands below the editor. */
  description?: string | undefined;
  isRequired?: boolean | undefined;
  group?: string | null | undefined;
  /** The value changed while the page was open. */
  isChanged?: boolean;
  canEdit: boolean;
  /** The message says why the value was refused. */
  fault?: string | undefined;
  /** The message says why the property cannot be edited now. */
  unavailable?: string | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onSave: (value: PropertyValue, field?: string) => void;
}

/** The scheme is checked again, because a link of another one would run a script. */
const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** Returns the links of a value, or a long text, beside which a pencil stands. */
function contentOf(editor: PropertyEditor, value: PropertyValue): ReactNode {
  const type = linkedTypeOf(editor);
  const ids = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  if (type && ids.length > 0) return <RecordLinks type={type} ids={ids} />;
  if (typeof value !== 'string') return undefined;
  if (editor.kind === 'long-text') return <p className={styles.long}>{value}</p>;
  if (editor.kind !== 'url' || !isWebAddress(value)) return undefined;
  return (
    <a className={styles.url} href={value} target="_blank" rel="noopener noreferrer">
      {value.replace(/^https?:\/\//i, '')}
    </a>
  );
}

/** Returns the type of the records that the property refers to. */
function linkedTypeOf(editor: PropertyEditor): RecordType | undefined {
  if (editor.kind === 'ids') return editor.of;
  return editor.kind === 'ci' || editor.kind === 'change' ? editor.kind : undefined;
}

/** These values are shown by more than text. */
const marks: Readonly<Record<string, (value: string) => ReactNode>> = {
  priority: (value) => <Priority value={value} />,
  person: (value) => <Person email={value} />,
};

export function PropertyRow({
  field,
  label,
  value,
  text,
  emptyText = 'None',
  editor,
  description,
  isRequired = false,
  group = null,
  isChanged = false,
  fault,
  canEdit,
  unavailable,
  isOpen,
  onOpen,
  onSave,
}: PropertyRowProps) {
  const isPerson = editor.kind === 'person' || isPersonField(field);
  const mark = typeof value === 'string' && marks[isPerson ? 'person' : field]?.(value);
  // A new value has a new key, which restarts the tint.
  const content: ReactNode = (
    <span
      key={String(value)}
      className={text === undefined ? styles.none : styles.value}
      data-mark={mark ? true : undefined}
      data-changed={isChanged || undefined}
    >
      {mark || (text ?? emptyText)}
    </span>
  );
  const opening = {
    'aria-label': `${label}${isRequired ? ', required' : ''}: ${text ?? emptyText}, edit`,
    onClick: () => onOpen(!isOpen),
  };
  const links = contentOf(editor, value);
  return (
    <div
      className={styles.row}
      data-links={links ? true : undefined}
      data-long={(links && editor.kind === 'long-text') || undefined}
    >
      <dt title={description}>
        {label}
        {isRequired && (
          <span className={styles.required} title="Required" aria-hidden>
            {' *'}
          </span>
        )}
      </dt>
      <dd title={unavailable ?? (links || isPerson ? undefined : text)}>
        {links}
        {canEdit && unavailable === undefined ? (
          <Popover
            label={label}
            isOpen={isOpen}
            onChange={onOpen}
            target={
              links ? (
                <button type="button" className={styles.pencil} {...opening}>
                  <EditIcon />
                </button>
              ) : (
                <button type="button" className={styles.edit} {...opening}>
                  {content}
                </button>
              )
            }
          >
            <Editor
              label={label}
              value={value}
              editor={editor}
              group={group}
              onSave={onSave}
              onCancel={() => onOpen(false)}
            />
            {description !== undefined && <p className={styles.help}>{description}</p>}
          </Popover>
        ) : (
          !links && content
        )}
      </dd>
      {fault !== undefined && (
        <dd className={styles.fault} role="alert">
          {fault}
        </dd>
      )}
    </div>
  );
}
