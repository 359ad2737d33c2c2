import type { ListColumn } from './list-column.ts';
import styles from '../list-page.module.css';

/** A press with Shift selects all rows from the active one on. */
export const selectColumn = <R extends { id: string }>(
  onToggle: (id: string, isRange: boolean) => void,
): ListColumn<R> => ({
  id: 'select',
  header: null,
  label: 'Selected',
  width: '32px',
  isFixed: true,
  render: ({ id }, { isSelected }) => (
    <input
      type="checkbox"
      className={styles.checkbox}
      checked={isSelected}
      tabIndex={-1}
      aria-label={`Select ${id}`}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(id, event.shiftKey);
      }}
      onChange={() => undefined}
    />
  ),
});
