// If two people changed one field, both values stand side by side, and the person chooses one.
import type { RecordPatch } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { fieldLabel, usePersonNames, valueText } from '../../words/index.ts';
import { type RecordConflict, resolveConflict } from './conflict.ts';
import styles from './conflict-panel.module.css';

interface ConflictPanelProps {
  conflict: RecordConflict;
  /** Gets the rest of my change, which may be nothing, and the version that it is based on. */
  onSettle: (patch: RecordPatch, version: number) => void;
  /** In a list the focus must not move: the next key press may be meant for another row. */
  hasFocus?: boolean;
}

export function ConflictPanel({ conflict, onSettle, hasFocus = false }: ConflictPanelProps) {
  const nameOf = usePersonNames();
  const { type, id, patch, contested, version } = conflict;
  const settle = (ownFields: readonly string[]) =>
    onSettle(resolveConflict(patch, contested, new Set(ownFields)), version);
  return (
    <section className={styles.panel} role="group" aria-label={`Conflicting changes to ${id}`}>
      <h2>Someone else changed {id} at the same time</h2>
      {contested.map(({ field, theirs, mine, by, at }) => (
        <div key={field} className={styles.pair}>
          <div>
            <h3>
              {fieldLabel(field, type)}, theirs
              {by !== undefined && ` (${nameOf(by)}`}
              {at !== undefined && (
                <>
                  , <Instant at={at} />
                </>
              )}
              {by !== undefined && ')'}
            </h3>
            <p>{valueText(field, theirs, type)}</p>
          </div>
          <div>
            <h3>{fieldLabel(field, type)}, mine</h3>
            <p>{valueText(field, mine, type)}</p>
          </div>
        </div>
      ))}
      <div className={styles.actions} data-actions>
        <Button
          variant="primary"
          autoFocus={hasFocus}
          onClick={() => settle(contested.map(({ field }) => field))}
        >
          Keep mine
        </Button>
        <Button onClick={() => settle([])}>Take theirs</Button>
      </div>
    </section>
  );
}
