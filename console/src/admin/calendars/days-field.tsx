// The next days are shown as they will count: with the exceptions and the changes of the clock.
import { type CalendarDay, faultOf } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { plusDays } from '../../ui/region/days.ts';
import styles from './calendars.module.css';
import type { CalendarValues } from './calendars.values.ts';
import {
  barsOf,
  clockChangeText,
  hoursText,
  isWeekend,
  openHoursText,
  shortDate,
} from './calendars.words.ts';
import { usePreview } from './use-preview.ts';

const DAYS = 14;

const openText = (days: readonly CalendarDay[]): string => {
  const seconds = days.reduce((sum, { open_seconds }) => sum + open_seconds, 0);
  return seconds === 0
    ? 'Closed on all of them.'
    : `Open for ${openHoursText(seconds)} altogether.`;
};

function Day({ day, timeZone }: { day: CalendarDay; timeZone: string }) {
  const { date, exception, hours, open_seconds: seconds } = day;
  const change = clockChangeText(date, timeZone);
  return (
    <li
      data-weekend={isWeekend(date) || undefined}
      data-exception={exception !== null || undefined}
    >
      <span className={styles.date}>{shortDate(date)}</span>
      <span className={styles.bar} aria-hidden>
        <svg viewBox="0 0 100 8" preserveAspectRatio="none">
          {barsOf(hours).map(({ from, length }) => (
            <rect key={from} x={from} y={0} width={length} height={8} />
          ))}
        </svg>
      </span>
      <span className={styles.counts}>{seconds === 0 ? 'closed' : openHoursText(seconds)}</span>
      <span className={styles.why}>
        {seconds > 0 && <small>{hoursText(hours)}</small>}
        {exception !== null && <b className={styles.mark}>{exception}</b>}
        {change !== undefined && (
          <b className={styles.mark} data-tone="amber">
            {change}
          </b>
        )}
      </span>
    </li>
  );
}

interface DaysFieldProps {
  values: CalendarValues;
  onChange: (from: string) => void;
}

export function DaysField({ values, onChange }: DaysFieldProps) {
  const { days, error, isCurrent, isComplete, faults } = usePreview(values);
  const first = days[0]?.date;
  const move = (by: number) => first !== undefined && onChange(plusDays(first, by));
  const unavailable = first === undefined ? 'There are no days to show.' : undefined;
  return (
    <div className={styles.days} data-stale={!isCurrent || undefined}>
      <div className={styles.span}>
        <Button
          variant="quiet"
          icon={<PreviousIcon />}
          label={`${DAYS} days earlier`}
          unavailable={unavailable}
          onClick={() => move(-DAYS)}
        />
        <Button
          variant="quiet"
          icon={<NextIcon />}
          label={`${DAYS} days later`}
          unavailable={unavailable}
          onClick={() => move(DAYS)}
        />
        <Button
          variant="quiet"
          unavailable={values.from === '' ? 'The days begin today.' : undefined}
          onClick={() => onChange('')}
        >
          From today
        </Button>
        {first !== undefined && <small className={styles.counts}>{openText(days)}</small>}
      </div>
      {!isComplete && <p className={styles.hint}>Complete the hours and the dates first.</p>}
      {faults.size > 0 && <p className={styles.hint}>Correct what is marked above first.</p>}
      {error && isComplete && faults.size === 0 && <p role="alert">{faultText(faultOf(error))}</p>}
      <ol aria-label={`${DAYS} days as they will count`} aria-busy={!isCurrent}>
        {days.map((day) => (
          <Day key={day.date} day={day} timeZone={values.time_zone} />
        ))}
      </ol>
    </div>
  );
}
