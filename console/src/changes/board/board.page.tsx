// The board shows unfinished changes, in a column per state.
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ChangeRow, changesInStateQuery, faultOf, queryClient } from '../../api/index.ts';
import { useRecordEvents } from '../../records/index.ts';
import { Person } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { ReloadIcon } from '../../ui/icons.ts';
import { Level, State } from '../../ui/marks/record-marks.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { dateTime } from '../../ui/marks/time.ts';
import { ChangeViews, NewChange } from '../change-views.tsx';
import { riskLabels, stateLabels, typeLabels } from '../changes.words.ts';
import styles from './board.module.css';

const states = ['draft', 'submitted', 'approved', 'scheduled', 'implementing', 'review'] as const;

const emptyTexts: Record<(typeof states)[number], string> = {
  draft: 'No drafts.',
  submitted: 'No change is waiting for a decision.',
  approved: 'No change is waiting to be scheduled.',
  scheduled: 'No change is scheduled.',
  implementing: 'No change is being implemented now.',
  review: 'No change is waiting for a review.',
};

const reload = () => queryClient.invalidateQueries({ queryKey: ['change', 'board'] });

const Card = ({ change }: { change: ChangeRow }) => (
  <li>
    <Link to="/changes/$id" params={{ id: change.id }} className={styles.card}>
      <span className={styles.cardHead}>
        <span>{change.id}</span>
        {change.type !== 'normal' && <span data-type={change.type}>{typeLabels[change.type]}</span>}
      </span>
      <span className={styles.title}>{change.short_description}</span>
      <span className={styles.cardFoot}>
        <Level value={change.risk} label={riskLabels[change.risk]} />
        {change.assigned_to === null ? (
          <span>Unassigned</span>
        ) : (
          <Person email={change.assigned_to} />
        )}
      </span>
      {change.planned_start_at !== null && (
        <span className={styles.planned}>{dateTime(change.planned_start_at)}</span>
      )}
    </Link>
  </li>
);

export function BoardPage() {
  const columns = useQueries({ queries: states.map((state) => changesInStateQuery(state)) });
  useRecordEvents('change', () => void reload());
  const error = columns.find((column) => column.error)?.error;
  return (
    <div className={styles.page}>
      <title>Changes, board – Signalbox</title>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Changes</h1>
        <ChangeViews />
        <div className={styles.end}>
          <Button icon={<ReloadIcon />} label="Reload" onClick={() => void reload()} />
          <NewChange />
        </div>
      </div>
      {error ? (
        <ErrorPanel fault={faultOf(error)} onRetry={() => void reload()} />
      ) : (
        <div className={styles.board} role="group" aria-label="Board" tabIndex={0}>
          {states.map((state, index) => {
            const { data } = columns[index] ?? {};
            return (
              <section key={state} className={styles.column} aria-label={stateLabels[state]}>
                <h2>
                  <State value={state} />
                  <span className={styles.count}>{data?.total}</span>
                </h2>
                {!data && <SkeletonBar width="80%" />}
                {data?.rows.length === 0 && <p className={styles.none}>{emptyTexts[state]}</p>}
                <ul>
                  {data?.rows.map((change) => (
                    <Card key={change.id} change={change} />
                  ))}
                </ul>
                {data && data.total > data.rows.length && (
                  <Link to="/changes" search={{ state }} className={styles.more}>
                    Show all {data.total}
                  </Link>
                )}
              </section>
            );
          })}
        </div>
      )}
    </div>
  );
}
