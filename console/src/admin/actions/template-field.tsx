// A text of an action may insert fields of the record.
import { useId } from 'react';
import fields from '../../ui/forms/fields.module.css';
import styles from './actions.module.css';

/** Names of fields stand in double braces. */
const EXAMPLE = '{{ category }}';

interface TemplateFieldProps {
  label: string;
  value: string;
  maxLength: number;
  /** A text of one line is typed in an input. */
  isLine?: boolean;
  fault?: string | undefined;
  onChange: (value: string) => void;
}

export function TemplateField({
  label,
  value,
  maxLength,
  isLine = false,
  fault,
  onChange,
}: TemplateFieldProps) {
  const id = useId();
  const props = {
    id,
    value,
    maxLength,
    'aria-invalid': fault !== undefined || undefined,
    'aria-describedby': `${id}-hint`,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value),
  };
  return (
    <div className={fields.field} data-wide>
      <label htmlFor={id}>{label}</label>
      {isLine ? (
        <input {...props} className={fields.input} autoComplete="off" />
      ) : (
        <textarea {...props} className={fields.text} rows={3} />
      )}
      <small id={`${id}-hint`} className={styles.hint}>
        {fault === undefined ? (
          <>
            <code>{EXAMPLE}</code> inserts a field of the record.
          </>
        ) : (
          <span className={fields.fault} role="alert">
            {fault}
          </span>
        )}
      </small>
    </div>
  );
}
