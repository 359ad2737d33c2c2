// A text of several lines, sent by mod+Enter.
import { useId } from 'react';
import styles from './choice.module.css';

interface TextAreaProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onSend: () => void;
}

export function TextArea({ label, value, onChange, onSend }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles.text}
        value={value}
        rows={5}
        autoFocus
        data-autofocus
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSend();
        }}
      />
    </div>
  );
}
