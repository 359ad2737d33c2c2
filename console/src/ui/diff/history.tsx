// Each entry of the history of a record says who did what and when, with the values before and after.
import type { ReactNode } from 'react';
import { FieldDiff, type FieldChange } from './field-diff.tsx';
import styles from './history.module.css';
import { Instant } from '../marks/instant.tsx';

interface HistoryEntry {
  id: string;
  at: string;
  /** The actor is undefined if the service did it by itself. */
  actor: ReactNode;
  text: string;
  changes: readonly FieldChange[];
}

interface HistoryProps {
  entries: readonly HistoryEntry[];
  labelOf: (field: string) => string;
}

export const History = ({ entries, labelOf }: HistoryProps) => (
  <ol className={styles.history} aria-label="History">
    {entries.map(({ id, at, actor, text, changes }) => (
      <li key={id}>
        <div className={styles.head}>
          <span>
            {actor !== undefined && <b>{actor}</b>} {text}
          </span>
          <span className={styles.time}>
            <Instant at={at} />
          </span>
        </div>
        {changes.length > 0 && <FieldDiff changes={changes} labelOf={labelOf} />}
      </li>
    ))}
  </ol>
);
