// Repeats of an alert are one line that opens to its notes. They are rendered only then: there may be hundreds.
import { type ReactNode, useState } from 'react';
import type { TimelineEntry } from '../../api/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import styles from './timeline.module.css';

interface RepeatedAlertProps {
  entries: readonly TimelineEntry[];
  renderNote: (entry: TimelineEntry) => ReactNode;
}

export function RepeatedAlert({ entries, renderNote }: RepeatedAlertProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles.line}>
      <details className={styles.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{`Repeated ${entries.length} times`}</summary>
        {isOpen && <ol className={styles.items}>{entries.map(renderNote)}</ol>}
      </details>
      <span className={styles.time}>last {entries[0] && <Instant at={entries[0].at} />}</span>
    </li>
  );
}
