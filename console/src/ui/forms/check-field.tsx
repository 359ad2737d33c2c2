// A checkbox has a label and may explain itself.
import { useId } from 'react';
import { firstField } from './first-field.ts';
import styles from './check-field.module.css';

interface CheckFieldProps {
  label: string;
  detail?: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

export function CheckField({ label, detail, isChecked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input
        id={id}
        type="checkbox"
        {...firstField}
        checked={isChecked}
        aria-describedby={detail === undefined ? undefined : `${id}-detail`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {detail !== undefined && <small id={`${id}-detail`}>{detail}</small>}
    </div>
  );
}
