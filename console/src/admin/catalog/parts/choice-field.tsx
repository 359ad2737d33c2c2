// Few options are shown side by side.
import { useId } from 'react';
import styles from './parts.module.css';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: Readonly<Record<Value, string>>;
  /** These options cannot be chosen now. */
  unavailable?: Partial<Record<Value, string>>;
  onChange: (value: Value) => void;
}

export function ChoiceField<Value extends string>({
  label,
  value,
  options,
  unavailable = {},
  onChange,
}: ChoiceFieldProps<Value>) {
  const id = useId();
  return (
    <fieldset className={styles.radios}>
      <legend>{label}</legend>
      {(Object.entries(options) as [Value, string][]).map(([one, words]) => (
        <label key={one} title={unavailable[one]}>
          <input
            type="radio"
            name={id}
            checked={one === value}
            disabled={unavailable[one] !== undefined}
            onChange={() => onChange(one)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
