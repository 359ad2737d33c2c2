// While a name is empty, the one that is made from the sentence is shown and will be saved.
import { useId } from 'react';
import fields from '../../ui/forms/fields.module.css';
import styles from './actions.module.css';

interface NameFieldProps {
  value: string;
  suggestion: string | undefined;
  onChange: (value: string) => void;
}

export function NameField({ value, suggestion, onChange }: NameFieldProps) {
  const id = useId();
  const isSuggested = value.trim() === '' && suggestion !== undefined;
  return (
    <div className={fields.field}>
      <label htmlFor={id}>Name</label>
      <input
        id={id}
        className={fields.input}
        value={value}
        maxLength={100}
        autoComplete="off"
        placeholder={suggestion}
        aria-describedby={isSuggested ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {isSuggested && (
        <small id={`${id}-hint`} className={styles.hint}>
          If it stays empty, it is saved as “{suggestion}”.
        </small>
      )}
    </div>
  );
}
