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
}

export function SelectField({
  label,
  value,
  options,
  onChange,
  takesFocus = true,
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
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
