// The key `M` on the page of an incident asks for its leader. A duplicate says so on top of its page.
import type { Incident } from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { RecordLink, type RecordState } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { lazyModule } from '../../ui/lazy-module.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { mergeIncident, mergeObstacle, unmergeIncident } from './merge-incident.ts';
import { mergingCommands } from './merging.keys.ts';
import styles from './merging.module.css';

const MergeForm = partOf(lazyModule(() => import('./merge-form.tsx')))((parts) => parts.MergeForm);

interface MergingProps {
  incident: Incident;
  page: RecordState<'incident'>;
}

interface MergeDialogProps extends MergingProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

export function MergeDialog({ incident, page, isOpen, onOpen }: MergeDialogProps) {
  const close = () => onOpen(false);
  useCommands(mergingCommands, {
    merge: { run: () => onOpen(true), unavailable: mergeObstacle(incident, page.isTeam) },
  });
  return (
    <Dialog title={`Merge ${incident.id} into…`} isOpen={isOpen} onClose={close} size={640}>
      {isOpen && (
        <MergeForm
          subjects={[incident]}
          onMerge={(leader, note) => {
            close();
            void mergeIncident({ incident, leader, note, onConflict: page.showConflict });
          }}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

export function DuplicateNotice({ incident, page }: MergingProps) {
  const { merged_into: leader } = incident;
  if (typeof leader !== 'string') return null;
  return (
    <div className={styles.notice} role="status">
      <span>
        A duplicate of <RecordLink type="incident" id={leader} />: it is resolved with it, and its
        clock is paused.
      </span>
      {page.isTeam && (
        <Button onClick={() => void unmergeIncident({ incident, onConflict: page.showConflict })}>
          Unmerge
        </Button>
      )}
    </div>
  );
}
