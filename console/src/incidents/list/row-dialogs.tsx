// The list has overlays for its actions, for a bulk change, and for a conflict that waits for a choice.
import { useEffect } from 'react';
import { ConflictPanel } from '../../records/index.ts';
import { lazyModule, whenIdle } from '../../ui/lazy-module.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { useConflicts } from './row-conflicts.ts';
import styles from './incidents.module.css';
import type { RowActions } from './use-row-actions.ts';

/** The first action finds its dialog loaded. */
const actionDialog = lazyModule(() => import('./action-dialog.tsx'));
const ActionDialog = partOf(actionDialog)((parts) => parts.ActionDialog);

const BulkDialog = partOf(lazyModule(() => import('./bulk-dialog.tsx')))(
  (parts) => parts.BulkDialog,
);

export function RowDialogs({ actions }: { actions: RowActions }) {
  const [conflict] = useConflicts();
  useEffect(() => whenIdle(() => void actionDialog.preload()), []);
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
      <ActionDialog isOpen={actions.open !== undefined} actions={actions} />
      <BulkDialog
        isOpen={actions.bulk !== undefined}
        change={actions.bulk}
        onClose={actions.closeBulk}
        onDone={actions.bulkDone}
      />
    </>
  );
}
