// Chooses the columns of a list.
import { useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { CheckList } from '../../ui/forms/check-list.tsx';
import { ColumnsIcon } from '../../ui/icons.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { choosable, fieldOf, labelOf, shownFields, toggledCols } from './chosen-columns.ts';
import type { ListColumn } from './list-column.ts';
import styles from '../list-head.module.css';

interface ColumnsMenuProps<R> {
  columns: readonly ListColumn<R>[];
  cols: string | undefined;
  onChange: (cols: string | undefined) => void;
}

export function ColumnsMenu<R>({ columns, cols, onChange }: ColumnsMenuProps<R>) {
  const [isOpen, setOpen] = useState(false);
  const shown = shownFields(columns, cols);
  return (
    <span className={styles.columns}>
      <Popover
        label="Columns"
        isOpen={isOpen}
        onChange={setOpen}
        target={<Button icon={<ColumnsIcon />} label="Columns" onClick={() => setOpen(!isOpen)} />}
      >
        <CheckList
          label="Columns"
          items={choosable(columns).map((column) => ({
            value: fieldOf(column),
            label: labelOf(column),
            isChecked: shown.includes(fieldOf(column)),
          }))}
          onToggle={(field) => onChange(toggledCols(columns, cols, field))}
          onCancel={() => setOpen(false)}
        />
      </Popover>
    </span>
  );
}
