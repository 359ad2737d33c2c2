// Rows are added, edited and removed one by one.
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon, DeleteIcon } from '../../ui/icons.ts';
import styles from './settings.module.css';

export interface RowProps<T> {
  row: T;
  /** The first row is 1. */
  position: number;
  onChange: (part: Partial<T>) => void;
  /** The row puts this button at its end. */
  remove: ReactNode;
}

interface RowsFieldProps<T extends { name: string }> {
  /** The noun "freeze" gives "Add a freeze". */
  noun: string;
  plural?: string;
  value: readonly T[];
  blank: T;
  onChange: (rows: readonly T[]) => void;
  Row: (props: RowProps<T>) => ReactNode;
}

let lastKey = 0;
const nextKey = (): number => (lastKey += 1);

export function RowsField<T extends { name: string }>({
  noun,
  plural = `${noun}s`,
  value,
  blank,
  onChange,
  Row,
}: RowsFieldProps<T>) {
  // Rows have no id; a key of their own keeps the focus in the right one when another is removed.
  const [keys, setKeys] = useState(() => value.map(nextKey));
  return (
    <>
      {value.length === 0 && <p className={styles.none}>{`There are no ${plural}.`}</p>}
      {value.map((row, index) => (
        <Row
          key={keys[index]}
          row={row}
          position={index + 1}
          onChange={(part) =>
            onChange(value.map((one, at) => (at === index ? { ...one, ...part } : one)))
          }
          remove={
            <Button
              variant="quiet"
              icon={<DeleteIcon />}
              label={`Remove ${row.name || `${noun} ${index + 1}`}`}
              onClick={() => {
                setKeys(keys.toSpliced(index, 1));
                onChange(value.toSpliced(index, 1));
              }}
            />
          }
        />
      ))}
      <div>
        <Button
          icon={<AddIcon />}
          onClick={() => {
            setKeys([...keys, nextKey()]);
            onChange([...value, blank]);
          }}
        >
          Add a {noun}
        </Button>
      </div>
    </>
  );
}
