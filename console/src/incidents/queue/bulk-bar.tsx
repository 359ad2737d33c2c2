// What can be done with the selected rows.
import { Button } from '../../ui/forms/button.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import { ActionButtons, type ActionButtonsProps } from './action-buttons.tsx';
import type { Queue } from './queue.store.ts';
import styles from './queue.module.css';

interface BulkBarProps extends ActionButtonsProps {
  queue: Queue;
}

export const BulkBar = ({ queue, actions, onDialog }: BulkBarProps) => (
  <div className={styles.bulk} role="toolbar" aria-label="Selected incidents">
    <h1 className={styles.hidden} tabIndex={-1}>
      Incidents
    </h1>
    <b>{queue.selected.size} selected</b>
    <ActionButtons actions={actions} onDialog={onDialog} />
    <Button
      look="quiet"
      icon={<CloseIcon />}
      label="Clear the selection"
      keys={['Escape']}
      onClick={() => queue.clearSelection()}
    />
  </div>
);
