// Times as text, with the exact local time and UTC on hover.
import { memo } from 'react';
import { useNow } from './clock.ts';
import styles from './instant.module.css';
import { dueTime, exactTime, isOverdue, plannedTime, shortTime } from './time.ts';

const texts = { past: shortTime, planned: plannedTime, due: dueTime };

interface InstantProps {
  at: string;
  /** An age for a time that has passed; one that may lie ahead says so, and one that is due turns red. */
  kind?: keyof typeof texts;
}

export const Instant = memo(({ at, kind = 'past' }: InstantProps) => {
  const now = Math.max(useNow('minute'), Date.now());
  const isLate = kind === 'due' && isOverdue(at, now);
  return (
    <time dateTime={at} title={exactTime(at)} className={isLate ? styles.overdue : undefined}>
      {texts[kind](at, now)}
    </time>
  );
});
Instant.displayName = 'Instant';
