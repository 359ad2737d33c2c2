// Stages and tasks are rows with a name, which are moved by buttons and by keys.
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../../../ui/forms/button.tsx';
import { AscendingIcon, DeleteIcon, DescendingIcon } from '../../../ui/icons.ts';
import styles from './parts.module.css';

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

interface RowFrameProps {
  id: string;
  /** The noun names the row in a sentence: "stage 2". */
  noun: string;
  at: number;
  count: number;
  fault: string | undefined;
  onMove: (to: number) => void;
  onRemove: () => void;
  children: ReactNode;
}

export function RowFrame({
  id,
  noun,
  at,
  count,
  fault,
  onMove,
  onRemove,
  children,
}: RowFrameProps) {
  const name = `${noun} ${at + 1}`;
  const keys = (event: KeyboardEvent) => {
    const isSelect = event.target instanceof HTMLSelectElement;
    const step = event.altKey && !isSelect ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    onMove(at + step);
  };
  return (
    <li className={styles.row} data-row={id} aria-label={name} onKeyDown={keys}>
      <div className={styles.fields}>{children}</div>
      <span className={styles.tools}>
        <Button
          variant="quiet"
          icon={<AscendingIcon />}
          label={`Move ${name} up`}
          keys={['Alt+ArrowUp']}
          unavailable={at === 0 ? 'It is the first one.' : undefined}
          onClick={() => onMove(at - 1)}
        />
        <Button
          variant="quiet"
          icon={<DescendingIcon />}
          label={`Move ${name} down`}
          keys={['Alt+ArrowDown']}
          unavailable={at === count - 1 ? 'It is the last one.' : undefined}
          onClick={() => onMove(at + 1)}
        />
        <Button variant="quiet" icon={<DeleteIcon />} label={`Remove ${name}`} onClick={onRemove} />
      </span>
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}

/** Moves a row to a place; the first is 0. */
export function moveRow<Row>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const row = rows[from];
  if (row === undefined || to < 0 || to >= rows.length) return rows;
  return rows.toSpliced(from, 1).toSpliced(to, 0, row);
}
