// On a narrow screen, the week is a list by day.
import { Link } from '@tanstack/react-router';
import type { ChangeCalendar } from '../../api/index.ts';
import { State } from '../../ui/marks/record-marks.tsx';
import { clockTime } from '../../ui/marks/time.ts';
import { conflictText } from './calendar.words.ts';
import styles from './calendar.module.css';
import { layOut, shareOf } from './day-layout.ts';
import type { Day as CalendarDay } from './weeks.ts';
import { dateFormat } from '../../ui/region/region.ts';

const dayFormat = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

interface AgendaProps {
  days: readonly CalendarDay[];
  calendar: ChangeCalendar;
}

const spanOf = (begin: string, end: string): string =>
  `${clockTime(Date.parse(begin))}–${clockTime(Date.parse(end))}`;

function Day({ day, calendar }: { day: CalendarDay; calendar: ChangeCalendar }) {
  const { begin, end } = day;
  const freezes = calendar.freezes.filter(({ from, to }) =>
    shareOf(Date.parse(from), Date.parse(to), begin, end),
  );
  const placed = layOut(calendar.data, begin, end);
  return (
    <section className={styles.agendaDay}>
      <h2>{dayFormat(begin)}</h2>
      {freezes.map(({ name }) => (
        <p key={name} className={styles.agendaFreeze}>
          Freeze: {name}
        </p>
      ))}
      {placed.length === 0 && <p className={styles.none}>Nothing is planned.</p>}
      <ul>
        {placed.map(({ window: { change_id, short_description, state, conflicts, ...window } }) => (
          <li key={change_id}>
            <Link to="/changes/$id" params={{ id: change_id }}>
              {short_description}
            </Link>
            <span className={styles.agendaMeta}>
              {change_id} · {spanOf(window.planned_start_at ?? '', window.planned_end_at ?? '')}
              <State value={state} />
            </span>
            {conflicts.length > 0 && (
              <span className={styles.inConflict}>{conflictText(conflicts)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export const Agenda = ({ days, calendar }: AgendaProps) => (
  <div className={styles.agenda}>
    {days.map((day) => (
      <Day key={day.name} day={day} calendar={calendar} />
    ))}
  </div>
);
