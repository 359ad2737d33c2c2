// Two people changed one field: both values side by side, and the choice.
import type { RecordPatch } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { fieldLabel, usePersonNames, valueText } from '../../words/index.ts';
import { decided, type RecordConflict } from './conflict.ts';
import styles from './conflict-panel.module.css';

interface ConflictPanelProps {
  conflict: RecordConflict;
  /** Gets what is left of my change, which may be nothing, and the version it goes on. */
  onSettle: (patch: RecordPatch, version: number) => void;
  /** In a list the focus stays where it is: the next key press may be meant for another row. */
  hasFocus?: boolean;
}

export function ConflictPanel({ conflict, onSettle, hasFocus = false }: ConflictPanelProps) {
  const nameOf = usePersonNames();
  const { id, patch, contested, version } = conflict;
  const settle = (keptFields: readonly string[]) =>
    onSettle(decided(patch, contested, new Set(keptFields)), version);
  return (
    <section className={styles.panel} role="group" aria-label={`Conflicting changes of ${id}`}>
      <h2>Someone else changed {id} while you did</h2>
      {contested.map(({ field, theirs, mine, by, at }) => (
        <div key={field} className={styles.pair}>
          <div>
            <h3>
              {fieldLabel(field)}, theirs
              {by !== undefined && ` (${nameOf(by)}`}
              {at !== undefined && (
                <>
                  , <Instant at={at} />
                </>
              )}
              {by !== undefined && ')'}
            </h3>
            <p>{valueText(field, theirs)}</p>
          </div>
          <div>
            <h3>{fieldLabel(field)}, mine</h3>
            <p>{valueText(field, mine)}</p>
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
