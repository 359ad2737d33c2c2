// Start and end of the planned window are saved together.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Change } from '../../api/index.ts';
import { RecordLink, type RecordState, useCiNames } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { WarningIcon } from '../../ui/icons.ts';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { instantIn } from '../../ui/forms/time-text.ts';
import { dateTime, duration, localInput } from '../../ui/marks/time.ts';
import { fixedReason } from '../changes.fields.ts';
import { mondayOf } from '../calendar/weeks.ts';
import styles from './change.module.css';

interface WindowProps {
  change: Change;
  page: RecordState<'change'>;
}

/** Approvals apply to the window that was reviewed. */
const losesApprovals = ({ state, type, approvals }: Change): boolean =>
  type !== 'standard' &&
  (state === 'approved' ||
    state === 'scheduled' ||
    (state === 'submitted' && approvals.length > 0));

function WindowForm({ change, page, onClose }: WindowProps & { onClose: () => void }) {
  const [begin, setBegin] = useState(localInput(change.planned_start_at ?? ''));
  const [end, setEnd] = useState(localInput(change.planned_end_at ?? ''));
  const [version] = useState(change.version);
  const isReversed = Boolean(instantIn(begin) && instantIn(end)) && end <= begin;
  const isHalf = (begin === '') !== (end === '');
  const fault = isReversed
    ? 'The end must be after the start.'
    : isHalf
      ? 'Enter both times, or neither.'
      : null;
  const save = async () => {
    const [planned_start_at, planned_end_at] = [instantIn(begin), instantIn(end)];
    if (fault !== null || planned_start_at === undefined || planned_end_at === undefined) return;
    const patch = { planned_start_at, planned_end_at };
    if ((await page.save(patch, version)) !== 'failed') onClose();
  };
  return (
    <form
      className={styles.windowForm}
      aria-label="Planned window"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TimeField label="Start" value={begin} onChange={setBegin} isZoneNamed={false} />
      <TimeField label="End" value={end} onChange={setEnd} fault={fault} />
      {losesApprovals(change) && (
        <p className={styles.meta}>
          If you change the window, the approvals are withdrawn and the change must be approved
          again.
        </p>
      )}
      <div className={styles.windowActions}>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary">
          Save the window
        </Button>
      </div>
    </form>
  );
}

export function PlannedWindow({ change, page }: WindowProps) {
  const isEditing = page.editing === 'planned_start_at';
  const { planned_start_at: begin, planned_end_at: end } = change;
  if (isEditing)
    return <WindowForm change={change} page={page} onClose={() => page.edit(undefined)} />;
  return (
    <div className={styles.window}>
      {begin === null || end === null ? (
        <p className={styles.meta}>Not planned.</p>
      ) : (
        <>
          <p>
            <time dateTime={begin}>{dateTime(begin)}</time>
          </p>
          <p>
            <span className={styles.meta}>to</span> <time dateTime={end}>{dateTime(end)}</time>{' '}
            <span className={styles.meta}>
              ({duration((Date.parse(end) - Date.parse(begin)) / 1000)})
            </span>
          </p>
          <p>
            <Link to="/changes/calendar" search={{ week: mondayOf(Date.parse(begin)) }}>
              Show in the calendar
            </Link>
          </p>
        </>
      )}
      {page.mayEdit && (
        <Button unavailable={fixedReason(change)} onClick={() => page.edit('planned_start_at')}>
          {begin === null ? 'Plan the window' : 'Change the window'}
        </Button>
      )}
    </div>
  );
}

/** Nobody can agree to a freeze; two requesters can agree about their windows. */
const advice = {
  overlap:
    'Move one of the windows, or come to an agreement with the other requester before the work begins.',
  freeze: 'Nothing should be changed during a freeze. Move the window to before or after it.',
};

export function Conflicts({ change: { conflicts } }: { change: Change }) {
  const nameOf = useCiNames(conflicts.flatMap(({ ci_id }) => ci_id ?? []));
  if (conflicts.length === 0) return null;
  const kinds = [...new Set(conflicts.map(({ kind }) => kind))];
  return (
    <section className={styles.conflicts} aria-label="Conflicts">
      <h2>
        <WarningIcon />
        {conflicts.length === 1 ? 'A conflict' : `${conflicts.length} conflicts`} with the planned
        window
      </h2>
      <ul>
        {conflicts.map(({ kind, change_id, ci_id, freeze, planned_start_at, planned_end_at }) => (
          <li key={`${kind} ${change_id ?? freeze} ${ci_id}`}>
            {change_id === undefined ? (
              <>
                Freeze <b>{freeze}</b>
              </>
            ) : (
              <>
                Overlaps{' '}
                <Link to="/changes/$id" params={{ id: change_id }}>
                  {change_id}
                </Link>
              </>
            )}
            {ci_id !== undefined && (
              <>
                {' '}
                on <RecordLink type="ci" id={ci_id} name={nameOf(ci_id)} />
              </>
            )}
            <span className={styles.meta}>
              {` · ${dateTime(planned_start_at)} to ${dateTime(planned_end_at)}`}
            </span>
          </li>
        ))}
      </ul>
      {kinds.map((kind) => (
        <p key={kind}>{advice[kind]}</p>
      ))}
    </section>
  );
}
