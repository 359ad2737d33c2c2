// Files to be sent with a note are chosen by a button, and listed until they are sent.
import { FileButton } from '../../ui/files/file-button.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { AttachIcon, CloseIcon } from '../../ui/icons.ts';
import styles from './attach.module.css';
import { fileSize } from './files.ts';

export const AttachButton = ({ onFiles }: { onFiles: (files: File[]) => void }) => (
  <FileButton variant="quiet" icon={<AttachIcon />} filesLabel="Files" onFiles={onFiles}>
    Attach
  </FileButton>
);

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
