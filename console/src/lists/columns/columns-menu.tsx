// Chooses, moves and resizes the columns of a list.
import { useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { ColumnsIcon } from '../../ui/icons.ts';
import { lazyModule } from '../../ui/lazy-module.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { arrangeColumns, isRequired, labelOf } from './chosen-columns.ts';
import type { ListColumn } from './list-column.ts';
import type { ColumnLayout } from './use-column-layout.ts';
import styles from '../list-head.module.css';

const ColumnsPanel = partOf(lazyModule(() => import('./columns-panel.tsx')))(
  (parts) => parts.ColumnsPanel,
);

interface ColumnsMenuProps<R> {
  columns: readonly ListColumn<R>[];
  cols: string | undefined;
  layout: ColumnLayout;
}

export function ColumnsMenu<R>({ columns, cols, layout }: ColumnsMenuProps<R>) {
  const [isOpen, setOpen] = useState(false);
  const shown = arrangeColumns(columns, cols).filter(({ isFixed }) => !isFixed);
  const hidden = columns.filter((column) => !column.isFixed && !shown.includes(column));
  const rowOf = (isShown: boolean) => (column: ListColumn<R>) => ({
    id: column.id,
    label: labelOf(column),
    isShown,
    isRequired: isRequired(column),
  });
  return (
    <span className={styles.atDesk}>
      <Popover
        label="Columns"
        isOpen={isOpen}
        onChange={setOpen}
        target={<Button icon={<ColumnsIcon />} label="Columns" onClick={() => setOpen(!isOpen)} />}
      >
        <ColumnsPanel
          columns={[...shown.map(rowOf(true)), ...hidden.map(rowOf(false))]}
          layout={layout}
        />
      </Popover>
    </span>
  );
}
