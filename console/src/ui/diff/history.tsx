// Each entry of the history of a record says who did what and when, with the values before and after.
import type { ReactNode } from 'react';
import { FieldDiff, type FieldChange, type FieldDiffProps } from './field-diff.tsx';
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

interface HistoryProps extends Pick<FieldDiffProps, 'labelOf' | 'wordsOf'> {
  entries: readonly HistoryEntry[];
}

export const History = ({ entries, ...words }: HistoryProps) => (
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
        {changes.length > 0 && <FieldDiff changes={changes} {...words} />}
      </li>
    ))}
  </ol>
);
