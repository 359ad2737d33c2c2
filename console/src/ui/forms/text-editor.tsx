// Text in Markdown can be previewed. The field grows with its content and is sent by mod+Enter.
import { type AriaAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { takeFiles } from '../files/take-files.ts';
import { Button } from './button.tsx';
import { EditIcon, PreviewIcon } from '../icons.ts';
import { LazyMarkdown } from '../reading/lazy-markdown.tsx';
import styles from './text-editor.module.css';

/** Choices complete what is being written, such as the name of a person. */
export interface TextCompletion {
  onCaret: (position: number) => void;
  /** Returns true if the key belongs to the choices. */
  onKey: (key: string) => boolean;
  attributes: AriaAttributes;
  choices: ReactNode;
}

interface TextEditorProps {
  label: string;
  isLabelHidden?: boolean;
  value: string;
  onChange: (text: string) => void;
  onSend: () => void;
  onEscape?: (() => void) | undefined;
  onFiles?: ((files: File[]) => void) | undefined;
  placeholder?: string;
  hasFocus?: boolean;
  maxLength?: number;
  /** Public text has a frame of its own. */
  tone?: 'plain' | 'amber';
  completion?: TextCompletion;
  ref?: Ref<HTMLTextAreaElement>;
  /** The content, such as files, appears between the text and the buttons. */
  below?: ReactNode;
  /** The actions appear beside the button Preview. */
  actions: ReactNode;
}

export function TextEditor({
  label,
  isLabelHidden,
  value,
  onChange,
  onSend,
  onEscape,
  onFiles,
  placeholder,
  hasFocus,
  maxLength,
  tone = 'plain',
  completion,
  ref,
  below,
  actions,
}: TextEditorProps) {
  const id = useId();
  const [isPreview, setPreview] = useState(false);
  const keys = (event: React.KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (isPlain && completion?.onKey(event.key)) event.preventDefault();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
    } else if (event.key === 'Escape') onEscape?.();
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? styles.hidden : undefined}>
        {label}
      </label>
      <div className={styles.editor} data-tone={tone}>
        {isPreview ? (
          <div className={styles.preview}>
            {value.trim() === '' ? 'Nothing to preview.' : <LazyMarkdown text={value} />}
          </div>
        ) : (
          <textarea
            id={id}
            ref={ref}
            value={value}
            placeholder={placeholder}
            maxLength={maxLength}
            autoFocus={hasFocus}
            {...completion?.attributes}
            onChange={(event) => onChange(event.currentTarget.value)}
            onSelect={(event) => completion?.onCaret(event.currentTarget.selectionStart)}
            onKeyDown={keys}
            onPaste={(event) => takeFiles(event, event.clipboardData, onFiles)}
            onDrop={(event) => takeFiles(event, event.dataTransfer, onFiles)}
          />
        )}
        {!isPreview && completion?.choices}
        {below}
        <div className={styles.foot}>
          <Button
            variant="quiet"
            icon={isPreview ? <EditIcon /> : <PreviewIcon />}
            aria-pressed={isPreview}
            onClick={() => setPreview(!isPreview)}
          >
            {isPreview ? 'Write' : 'Preview'}
          </Button>
          {actions}
        </div>
      </div>
    </div>
  );
}
