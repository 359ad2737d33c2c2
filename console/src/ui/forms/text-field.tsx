// A field of one line shows the reason if its value was refused.
import { useId } from 'react';
import { firstField } from './first-field.ts';
import styles from './fields.module.css';

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onEnter?: () => void;
  type?: 'text' | 'date' | 'email' | 'number' | 'password';
  maxLength?: number;
  fault?: string | null | undefined;
}

export function TextField({
  label,
  value,
  onChange,
  onEnter,
  type = 'text',
  maxLength,
  fault,
}: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        className={styles.input}
        value={value}
        maxLength={maxLength}
        {...firstField}
        autoComplete="off"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onEnter?.()}
      />
      {fault && (
        <span id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
