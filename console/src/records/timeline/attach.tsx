// Files to be sent with a note are chosen by a button, and listed until they are sent.
import { useRef } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { AttachIcon, CloseIcon } from '../../ui/icons.ts';
import styles from './attach.module.css';
import { fileSize } from './files.ts';

export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button variant="quiet" icon={<AttachIcon />} onClick={() => picker.current?.click()}>
        Attach
      </Button>
    </>
  );
}

interface FilesToSendProps {
  files: readonly File[];
  onChange: (files: File[]) => void;
}

export const FilesToSend = ({ files, onChange }: FilesToSendProps) =>
  files.length === 0 ? null : (
    <ul className={styles.files} aria-label="Files to attach">
      {files.map((file, index) => (
        <li key={`${file.name} ${file.lastModified}`}>
          {file.name} <small>{fileSize(file.size)}</small>
          <Button
            variant="quiet"
            icon={<CloseIcon />}
            label={`Remove ${file.name}`}
            onClick={() => onChange(files.toSpliced(index, 1))}
          />
        </li>
      ))}
    </ul>
  );
