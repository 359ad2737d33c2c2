// Chooses the columns of the queue.
import { useState } from 'react';
import type { SearchChange } from '../../search/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CheckList } from '../../ui/forms/check-list.tsx';
import { ColumnsIcon } from '../../ui/icons.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { choosableColumns, REQUIRED, shownFields, toggledCols } from './queue.cols.ts';
import { type QueueSearch, withCols } from './queue.search.ts';
import styles from './queue.module.css';

interface ColumnsMenuProps {
  search: QueueSearch;
  onChange: (change: SearchChange<QueueSearch>) => void;
}

export function ColumnsMenu({ search, onChange }: ColumnsMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = shownFields(search.cols);
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
          items={choosableColumns
            .filter(({ field }) => field !== REQUIRED)
            .map(({ field, label }) => ({
              value: field,
              label,
              isChecked: shown.includes(field),
            }))}
          onToggle={(field) =>
            onChange((before) => withCols(before, toggledCols(before.cols, field)))
          }
          onCancel={() => setOpen(false)}
        />
      </Popover>
    </span>
  );
}
