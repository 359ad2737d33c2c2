// The list has overlays for its actions, for a bulk change, and for a conflict that waits for a choice.
import { ConflictPanel } from '../../records/index.ts';
import { lazyModule } from '../../ui/lazy-module.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { useConflicts } from './row-conflicts.ts';
import styles from './incidents.module.css';
import type { RowActions } from './use-row-actions.ts';

const BulkDialog = partOf(lazyModule(() => import('./bulk-dialog.tsx')))(
  (parts) => parts.BulkDialog,
);

export function RowDialogs({ actions }: { actions: RowActions }) {
  const [conflict] = useConflicts();
  return (
    <>
      {conflict && (
        // The panel lies over the rows, so that none of them moves.
        <div className={styles.conflict}>
          <ConflictPanel
            key={conflict.id}
            conflict={conflict}
            onSettle={actions.settle(conflict)}
          />
        </div>
      )}
      <ActionDialog actions={actions} />
      <BulkDialog
        isOpen={actions.bulk !== undefined}
        change={actions.bulk}
        onClose={actions.closeBulk}
        onDone={actions.bulkDone}
      />
    </>
  );
}
