// A text of several lines with its label.
import { useId } from 'react';
import styles from '../choice.module.css';

interface LongFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

export function LongField({ label, value, onChange }: LongFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles.text}
        value={value}
        rows={3}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
