// A field that offers few choices shows the reason if its value was refused.
import { useId } from 'react';
import { firstField } from './first-field.ts';
import styles from './fields.module.css';

interface SelectFieldProps {
  label: string;
  value: string;
  /** Each value has its label; the order is that of the list. */
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
  /** If false, a later field of the dialog gets the focus, because the selected option mostly fits. */
  takesFocus?: boolean;
  fault?: string | null | undefined;
}

export function SelectField({
  label,
  value,
  options,
  onChange,
  takesFocus = true,
  fault,
}: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.input}
        {...firstField}
        {...(!takesFocus && { 'data-autofocus': undefined })}
        value={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {fault && (
        <span id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
