// What can be done with the selected rows.
import { Button } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import type { ActionKind } from '../actions/index.ts';
import type { Queue } from './queue.store.ts';
import styles from './queue.module.css';
import type { QueueActions } from './use-queue-actions.ts';

interface BulkBarProps {
  queue: Queue;
  actions: QueueActions;
  onDialog: (kind: ActionKind) => void;
}

export const BulkBar = ({ queue, actions, onDialog }: BulkBarProps) => (
  <div className={styles.bulk} role="toolbar" aria-label="Selected incidents">
    <h1 className={styles.hidden} tabIndex={-1}>
      Incidents
    </h1>
    <b>{queue.selected.size} selected</b>
    <Button
      label="Assign to me"
      keys={['a']}
      onClick={() => actions.me && actions.change({ assigned_to: actions.me.email })}
    >
      Assign to me
    </Button>
    <Button label="Assign" keys={['A']} onClick={() => onDialog('assign')}>
      Assign…
    </Button>
    <Button label="Change the state" keys={['s']} onClick={() => onDialog('state')}>
      State…
    </Button>
    <Button label="Change the priority" keys={['p']} onClick={() => onDialog('priority')}>
      Priority…
    </Button>
    <Button
      look="quiet"
      icon={<CloseIcon />}
      label="Clear the selection"
      keys={['Escape']}
      onClick={() => queue.clearSelection()}
    />
  </div>
);
