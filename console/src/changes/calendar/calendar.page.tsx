// Planned windows stand in the columns of their days, with freezes behind them; conflicts are marked.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { calendarQuery, faultOf, queryClient } from '../../api/index.ts';
import { useRecordEvents } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { NextIcon, PreviousIcon } from '../../ui/icons.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { NARROW, useMedia } from '../../ui/use-media.ts';
import { ChangeViews, NewChange } from '../change-views.tsx';
import { Agenda } from './agenda.tsx';
import styles from './calendar.module.css';
import { WeekGrid } from './week-grid.tsx';
import { daysOf, weekOf } from './weeks.ts';
import { dateFormat } from '../../ui/region/region.ts';
import { plusDays, startOf } from '../../ui/region/zone.ts';

const route = getRouteApi('/changes/calendar');
const span = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

const isoAt = (day: string): string => new Date(startOf(day)).toISOString();

export function CalendarPage() {
  const { week } = route.useSearch();
  const navigate = route.useNavigate();
  const isNarrow = useMedia(NARROW);
  const monday = weekOf(week, Date.now());
  const days = daysOf(monday);
  const query = calendarQuery(isoAt(monday), isoAt(plusDays(monday, 7)));
  const { data, error, refetch } = useQuery(query);
  useRecordEvents(
    'change',
    () => void queryClient.invalidateQueries({ queryKey: ['change', 'calendar'] }),
  );
  const go = (to: string | undefined) =>
    void navigate({ search: to === undefined ? {} : { week: to } });
  const inConflict = data?.data.filter(({ conflicts }) => conflicts.length > 0).length ?? 0;
  return (
    <div className={styles.page}>
      <title>Changes, calendar – Signalbox</title>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Changes</h1>
        <ChangeViews />
        <div className={styles.week}>
          <Button
            variant="quiet"
            icon={<PreviousIcon />}
            label="Previous week"
            onClick={() => go(plusDays(monday, -7))}
          />
          <b>{span.range(startOf(monday), startOf(plusDays(monday, 6)))}</b>
          <Button
            variant="quiet"
            icon={<NextIcon />}
            label="Next week"
            onClick={() => go(plusDays(monday, 7))}
          />
          <Button onClick={() => go(undefined)}>This week</Button>
        </div>
        <div className={styles.end}>
          {inConflict > 0 && <span className={styles.inConflict}>{inConflict} in conflict</span>}
          <NewChange />
        </div>
      </div>
      {data?.truncated && (
        <p className={styles.notice} role="status">
          More changes are planned than can be shown; the later ones are missing.
        </p>
      )}
      {error && <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className={styles.loading}>
          <SkeletonBar width="40%" />
        </div>
      )}
      {data &&
        (isNarrow ? (
          <Agenda days={days} calendar={data} />
        ) : (
          <WeekGrid days={days} calendar={data} />
        ))}
    </div>
  );
}
