// Seven days stand side by side, with the hours from the top down.
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { CalendarEntry, ChangeCalendar } from '../../api/index.ts';
import { useNow } from '../../ui/marks/clock.ts';
import { WarningIcon } from '../../ui/icons.ts';
import { stateLabel } from '../../ui/marks/states.ts';
import { clockTime, dateTime } from '../../ui/marks/time.ts';
import { conflictText, timesOf } from './calendar.words.ts';
import styles from './calendar.module.css';
import { layOut, type PlacedWindow, shareOf, stripsOf } from './day-layout.ts';
import type { Day as CalendarDay } from './weeks.ts';
import { dateFormat } from '../../ui/region/region.ts';
import { localDay } from '../../ui/region/zone.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const dayFormat = dateFormat({ weekday: 'short', day: 'numeric' });
const percent = (share: number): string => `${share * 100}%`;

const Entry = ({
  placed: { window, from, to, slot, slots },
}: {
  placed: PlacedWindow<CalendarEntry>;
}) => {
  const { change_id, short_description, state, risk, conflicts } = window;
  const isInConflict = conflicts.length > 0;
  return (
    <Link
      to="/changes/$id"
      params={{ id: change_id }}
      className={styles.entry}
      data-conflict={isInConflict || undefined}
      data-risk={risk}
      style={{
        top: percent(from),
        height: percent(to - from),
        left: percent(slot / slots),
        width: percent(1 / slots),
      }}
      title={`${short_description}\n${timesOf(window)} · ${stateLabel(state)} · ${risk} risk${isInConflict ? `\n${conflictText(conflicts)}` : ''}`}
    >
      <span className={styles.entryTitle}>
        {isInConflict && <WarningIcon aria-label="In conflict" />}
        {short_description}
      </span>
      <span className={styles.entryMeta}>
        {change_id} · {stateLabel(state)}
      </span>
    </Link>
  );
};

function Day({ day, calendar }: { day: CalendarDay; calendar: ChangeCalendar }) {
  const { begin, end } = day;
  const now = useNow('minute');
  const freezes = calendar.freezes.flatMap((freeze) => {
    const share = shareOf(Date.parse(freeze.from), Date.parse(freeze.to), begin, end);
    return share ? [{ ...freeze, ...share }] : [];
  });
  return (
    <section className={styles.day} aria-label={dayFormat(begin)}>
      {freezes.map(({ name, from, to }) => (
        <div
          key={name}
          className={styles.freeze}
          style={{ top: percent(from), height: percent(to - from) }}
        />
      ))}
      {now >= begin && now < end && (
        <div
          className={styles.now}
          style={{ top: percent((now - begin) / (end - begin)) }}
          aria-hidden
        />
      )}
      {layOut(calendar.data, begin, end).map((placed) => (
        <Entry key={placed.window.change_id} placed={placed} />
      ))}
    </section>
  );
}

/** Names of freezes stay in view above the hours, however far the day is scrolled. */
const Freezes = ({ days, calendar }: WeekGridProps) =>
  stripsOf(calendar.freezes, days).map(
    ({ freeze: { name, from, to, classes }, first, last }, row) => (
      <p
        key={`${name} ${from}`}
        className={styles.strip}
        style={{ gridColumn: `${first + 2} / ${last + 3}`, gridRow: row + 2 }}
        title={`${dateTime(from)} to ${dateTime(to)}`}
      >
        Freeze: {name}
        {classes && ` (${classes.join(', ')})`}
      </p>
    ),
  );

interface WeekGridProps {
  days: readonly CalendarDay[];
  calendar: ChangeCalendar;
}

/** The week is scrolled to this hour: little is planned before it. */
const FIRST_HOUR = 6;
const HOUR_PX = 40;

export function WeekGrid({ days, calendar }: WeekGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = FIRST_HOUR * HOUR_PX;
  }, []);
  const today = localDay(Date.now());
  return (
    <div ref={scroller} className={styles.scroller} role="group" aria-label="Week" tabIndex={0}>
      <div className={styles.dayNames}>
        <span />
        {days.map((day) => (
          <h2 key={day.name} data-today={day.name === today || undefined}>
            {dayFormat(day.begin)}
          </h2>
        ))}
        <Freezes days={days} calendar={calendar} />
      </div>
      <div className={styles.grid}>
        <div className={styles.hours} aria-hidden>
          {hours.map((hour) => (
            <span key={hour}>{clockTime(Date.UTC(2026, 0, 1, hour), 'UTC')}</span>
          ))}
        </div>
        {days.map((day) => (
          <Day key={day.name} day={day} calendar={calendar} />
        ))}
      </div>
    </div>
  );
}
