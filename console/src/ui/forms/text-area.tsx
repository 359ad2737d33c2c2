import { useId } from 'react';
import { firstField } from './first-field.ts';
import styles from './fields.module.css';

interface TextAreaProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** The key mod+Enter calls it. */
  onSend?: () => void;
  hasFocus?: boolean;
  rows?: number;
}

export function TextArea({
  label,
  value,
  onChange,
  onSend,
  hasFocus = false,
  rows = 3,
}: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles.text}
        value={value}
        rows={rows}
        autoFocus={hasFocus}
        {...firstField}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!onSend || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSend();
        }}
      />
    </div>
  );
}
