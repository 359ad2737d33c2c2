// What lies over the queue: the dialogs of its actions, a bulk change, and a conflict that waits for a choice.
import type { IncidentUpdate } from '../../api/index.ts';
import { ActionDialog, type ActionKind } from '../actions/index.ts';
import { ConflictPanel } from '../../records/index.ts';
import { BulkDialog } from './queue.bulk.tsx';
import type { Queue, QueueRow } from './queue.store.ts';
import styles from './queue.module.css';
import type { QueueActions } from './use-queue-actions.ts';

/** An action that asks for something, with the row as it was when the question was opened. */
export interface OpenAction {
  kind: ActionKind;
  row: QueueRow | undefined;
}

interface QueueDialogsProps {
  queue: Queue;
  actions: QueueActions;
  open: OpenAction | undefined;
  onClose: () => void;
}

export function QueueDialogs({ queue, actions, open, onClose }: QueueDialogsProps) {
  const [conflict] = queue.conflicts;
  return (
    <>
      {conflict && (
        // Over the rows, so that none of them moves.
        <div className={styles.conflict}>
          <ConflictPanel
            key={conflict.id}
            conflict={conflict}
            onSettle={actions.settle(conflict)}
          />
        </div>
      )}
      <ActionDialog
        kind={open?.kind}
        subject={actions.subject}
        states={actions.states}
        drafts={actions.drafts}
        onPatch={(patch: IncidentUpdate) => {
          onClose();
          actions.change(patch, open?.row);
        }}
        onNote={(body) => {
          onClose();
          actions.note(body);
        }}
        onClose={onClose}
      />
      <BulkDialog change={actions.bulk} onClose={actions.closeBulk} onDone={actions.bulkDone} />
    </>
  );
}
