// The form asks one question; screenshots are pasted into its field, dropped on it, or chosen.
import { useId } from 'react';
import { isPicture } from '../../records/index.ts';
import { FileButton } from '../../ui/files/file-button.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { CloseIcon, PictureIcon } from '../../ui/icons.ts';
import { PicturePreview } from '../../ui/reading/picture-preview.tsx';
import portal from '../../ui/layout/portal.module.css';
import styles from './report.module.css';

/** The service takes no longer text. */
const MAX_TEXT = 65_536;

interface QuestionFieldProps {
  question: string;
  placeholder: string;
  text: string;
  fault: string | undefined;
  files: readonly File[];
  onText: (text: string) => void;
  onAttach: (files: File[]) => void;
  onRemove: (index: number) => void;
  onSend: () => void;
}

function Pictures({ files, onRemove }: Pick<QuestionFieldProps, 'files' | 'onRemove'>) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.pictures} aria-label="Pictures and files to send">
      {files.map((file, index) => (
        // eslint-disable-next-line react/no-array-index-key -- two screenshots may have one name, size and time
        <li key={`${index} ${file.name}`}>
          {isPicture(file.type) ? <PicturePreview blob={file} label={file.name} /> : file.name}
          <Button
            className={styles.remove}
            icon={<CloseIcon />}
            label={`Remove ${file.name}`}
            onClick={() => onRemove(index)}
          />
        </li>
      ))}
    </ul>
  );
}

export function QuestionField(props: QuestionFieldProps) {
  const { question, placeholder, text, fault, files, onText, onAttach, onRemove, onSend } = props;
  const id = useId();
  return (
    <div className={styles.question} data-first-field>
      <h1 tabIndex={-1}>
        <label htmlFor={id}>{question}</label>
      </h1>
      <textarea
        id={id}
        rows={6}
        maxLength={MAX_TEXT}
        value={text}
        placeholder={placeholder}
        autoFocus
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSend();
        }}
      />
      {fault && (
        <p id={`${id}-fault`} className={portal.fault} role="alert">
          {fault}
        </p>
      )}
      <Pictures files={files} onRemove={onRemove} />
      <div className={styles.attach}>
        <FileButton
          className={portal.large}
          icon={<PictureIcon />}
          filesLabel="Pictures and files"
          onFiles={onAttach}
        >
          Add a picture
        </FileButton>
        <span className={styles.hint}>You can also paste a screenshot, or drop it here.</span>
      </div>
    </div>
  );
}
