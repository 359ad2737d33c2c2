// A list of texts is edited with one text per line.
import { useId, useState } from 'react';
import { firstField } from './first-field.ts';
import styles from './fields.module.css';

interface TextLinesProps {
  label: string;
  value: readonly string[];
  onChange: (lines: string[]) => void;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function TextLines({ label, value, onChange }: TextLinesProps) {
  const id = useId();
  // The typed text is kept as it is: an empty line at the end is where the next text begins.
  const [text, setText] = useState(value.join('\n'));
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles.text}
        {...firstField}
        value={text}
        rows={4}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onChange(linesOf(event.currentTarget.value));
        }}
      />
    </div>
  );
}
