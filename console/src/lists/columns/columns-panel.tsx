// Each column has a box to show it, and buttons to move and resize it.
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon, AscendingIcon, DescendingIcon, LessIcon } from '../../ui/icons.ts';
import type { ColumnLayout } from './use-column-layout.ts';
import styles from './columns-panel.module.css';

interface ColumnRow {
  id: string;
  label: string;
  isShown: boolean;
  /** A required column cannot be hidden. */
  isRequired: boolean;
}

interface ColumnsPanelProps {
  columns: readonly ColumnRow[];
  layout: ColumnLayout;
}

interface ToolsProps {
  column: ColumnRow;
  previous: string | undefined;
  next: string | undefined;
  layout: ColumnLayout;
}

function Tools({ column: { id, label }, previous, next, layout }: ToolsProps) {
  const move = (to: string | undefined) => to !== undefined && layout.onMove(id, to);
  return (
    <span className={styles.tools}>
      <Button
        variant="quiet"
        icon={<LessIcon />}
        label={`Make ${label} narrower`}
        onClick={() => layout.onWiden(id, -1)}
      />
      <Button
        variant="quiet"
        icon={<AddIcon />}
        label={`Make ${label} wider`}
        onClick={() => layout.onWiden(id, 1)}
      />
      <Button
        variant="quiet"
        icon={<AscendingIcon />}
        label={`Move ${label} up`}
        unavailable={previous === undefined ? 'This is the first column.' : undefined}
        onClick={() => move(previous)}
      />
      <Button
        variant="quiet"
        icon={<DescendingIcon />}
        label={`Move ${label} down`}
        unavailable={next === undefined ? 'This is the last column.' : undefined}
        onClick={() => move(next)}
      />
    </span>
  );
}

/** A browser takes the focus from an element that moves in the page; the button that moved it gets it back. */
function useRestoredFocus(order: string) {
  const focused = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (document.activeElement === document.body) focused.current?.focus();
  }, [order]);
  return (event: React.FocusEvent<HTMLElement>) => {
    focused.current = event.target;
  };
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys pass over the buttons: a list has many columns, and each has four. */
function moveBetweenBoxes(event: React.KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  const at = boxes.indexOf(event.target as HTMLInputElement);
  if (step === undefined || at === -1) return;
  event.preventDefault();
  boxes[at + step]?.focus();
}

export function ColumnsPanel({ columns, layout }: ColumnsPanelProps) {
  const id = useId();
  const first = columns.findIndex(({ isRequired }) => !isRequired);
  const shown = columns.filter(({ isShown }) => isShown);
  const onFocus = useRestoredFocus(columns.map((column) => column.id).join());
  return (
    <div onFocus={onFocus}>
      <ul className={styles.columns} aria-label="Columns" onKeyDown={moveBetweenBoxes}>
        {columns.map((column, index) => (
          <li key={column.id}>
            <input
              id={`${id}-${column.id}`}
              type="checkbox"
              data-autofocus={index === first || undefined}
              autoFocus={index === first}
              checked={column.isShown}
              disabled={column.isRequired}
              onChange={() => layout.onToggle(column.id)}
            />
            <label htmlFor={`${id}-${column.id}`}>{column.label}</label>
            {column.isShown && (
              <Tools
                column={column}
                previous={shown[index - 1]?.id}
                next={shown[index + 1]?.id}
                layout={layout}
              />
            )}
          </li>
        ))}
      </ul>
      {layout.isChosen && (
        <div className={styles.footer}>
          <Button variant="quiet" onClick={layout.onReset}>
            Reset columns and widths
          </Button>
        </div>
      )}
    </div>
  );
}
