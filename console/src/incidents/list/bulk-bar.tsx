// The actions of this bar apply to all selected rows.
import type { List } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import { ActionButtons } from './action-buttons.tsx';
import type { IncidentListRow } from './incidents.list.ts';
import styles from './incidents.module.css';
import type { RowActions } from './use-row-actions.ts';

interface BulkBarProps {
  list: List<IncidentListRow>;
  actions: RowActions;
}

export const BulkBar = ({ list, actions }: BulkBarProps) => (
  <div className={styles.bulk} role="toolbar" aria-label="Selected incidents">
    <h1 className={styles.hidden} tabIndex={-1}>
      Incidents
    </h1>
    <b>{list.selected.size} selected</b>
    <ActionButtons actions={actions} />
    <Button label="Merge into another incident" keys={['M']} onClick={() => actions.ask('merge')}>
      Merge…
    </Button>
    <Button label="Change the requester" onClick={() => actions.ask('requester')}>
      Requester…
    </Button>
    <Button
      variant="quiet"
      icon={<CloseIcon />}
      label="Clear the selection"
      keys={['Escape']}
      onClick={() => list.clearSelection()}
    />
  </div>
);
