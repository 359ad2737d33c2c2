// A time is shown as short text, with the exact local time and UTC on hover.
import { memo } from 'react';
import { useNow } from './clock.ts';
import styles from './instant.module.css';
import {
  clockTime,
  dayTime,
  dueTime,
  exactTime,
  isOverdue,
  plannedTime,
  shortTime,
} from './time.ts';

const texts = {
  past: shortTime,
  planned: plannedTime,
  due: dueTime,
  day: dayTime,
  clock: (at: string) => clockTime(Date.parse(at)),
};

interface InstantProps {
  at: string;
  /** A past time is shown as an age, a planned one says whether it is ahead, and a due one turns red; `day` names the day. */
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
