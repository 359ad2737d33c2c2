// Two people changed one field: both values side by side, and the choice.
import { Button } from '../../../ui/button.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { decided } from './conflict.ts';
import styles from './conflict-panel.module.css';
import { fieldLabel, personName, valueText } from '../../../records/index.ts';
import type { RecordConflict } from './save-record.ts';
import type { RecordActions } from '../use-record-actions.ts';

interface ConflictPanelProps {
  conflict: RecordConflict;
  actions: RecordActions;
}

export function ConflictPanel({ conflict, actions }: ConflictPanelProps) {
  const { patch, contested, version } = conflict;
  const settle = (keptFields: readonly string[]) => {
    const rest = decided(patch, contested, new Set(keptFields));
    actions.setConflict(undefined);
    if (Object.keys(rest).length > 0) void actions.save(rest, version);
  };
  return (
    <section className={styles.panel} role="group" aria-label="Conflicting changes">
      <h2>Someone else changed this while you did</h2>
      {contested.map(({ field, theirs, mine, by, at }) => (
        <div key={field} className={styles.pair}>
          <div>
            <h3>
              {fieldLabel(field)}, theirs
              {by !== undefined && ` (${personName(by)}`}
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
      <div className={styles.actions}>
        <Button
          look="primary"
          autoFocus
          onClick={() => settle(contested.map(({ field }) => field))}
        >
          Keep mine
        </Button>
        <Button onClick={() => settle([])}>Take theirs</Button>
      </div>
    </section>
  );
}
