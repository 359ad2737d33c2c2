// The one box of the page takes text and screenshots: typed, pasted, dropped or chosen.
import { type ReactNode, type Ref, useId } from 'react';
import { isPicture } from '../../records/index.ts';
import { FileButton } from '../../ui/files/file-button.tsx';
import { takeFiles } from '../../ui/files/take-files.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddPictureIcon, CloseIcon, SendIcon } from '../../ui/icons.ts';
import { PicturePreview } from '../../ui/reading/picture-preview.tsx';
import styles from './reply.module.css';
import type { Reply } from './use-reply.ts';

interface ReplyBoxProps {
  reply: Reply;
  label: string;
  placeholder: string;
  /** We wait for this answer, so the box is marked. */
  isAwaited?: boolean;
  hasFocus?: boolean;
  isSending?: boolean;
  onSend: () => void;
  /** A message or another button is shown above the box. */
  children?: ReactNode;
  ref?: Ref<HTMLTextAreaElement>;
}

const Files = ({ reply: { files, remove } }: { reply: Reply }) =>
  files.length === 0 ? null : (
    <ul className={styles.files} aria-label="Files to send">
      {files.map((file) => (
        <li key={`${file.name} ${file.lastModified}`}>
          {isPicture(file.type) && (
            <PicturePreview blob={file} label={file.name} size="thumbnail" />
          )}
          <span>{file.name}</span>
          <Button
            variant="quiet"
            icon={<CloseIcon />}
            label={`Remove ${file.name}`}
            onClick={() => remove(file)}
          />
        </li>
      ))}
    </ul>
  );

export function ReplyBox({
  reply,
  label,
  placeholder,
  isAwaited = false,
  hasFocus = false,
  isSending = false,
  onSend,
  children,
  ref,
}: ReplyBoxProps) {
  const id = useId();
  const unavailable = isSending ? 'Your message is being sent.' : reply.unavailable;
  const send = () => {
    if (unavailable === undefined) onSend();
  };
  return (
    <section
      className={styles.reply}
      aria-label={label}
      data-awaited={isAwaited || undefined}
      onDrop={(event) => takeFiles(event, event.dataTransfer, reply.attach)}
      onDragOver={(event) => event.preventDefault()}
    >
      <label htmlFor={id}>{label}</label>
      {children}
      <div className={styles.box}>
        <textarea
          id={id}
          ref={ref}
          rows={1}
          value={reply.body}
          placeholder={placeholder}
          autoFocus={hasFocus}
          onChange={(event) => reply.write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            send();
          }}
          onPaste={(event) => takeFiles(event, event.clipboardData, reply.attach)}
        />
        <Files reply={reply} />
        <div className={styles.foot}>
          <FileButton
            variant="quiet"
            className={styles.large}
            icon={<AddPictureIcon />}
            filesLabel="Files"
            onFiles={reply.attach}
          >
            Add a screenshot
          </FileButton>
          <Button
            variant="primary"
            className={styles.large}
            icon={<SendIcon />}
            unavailable={unavailable}
            onClick={send}
          >
            {isSending ? 'Sending…' : 'Send'}
          </Button>
        </div>
      </div>
    </section>
  );
}
