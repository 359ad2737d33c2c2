// The SLA clock is drawn to scale, and its segments are listed in exact seconds. With SLA policies, there are more clocks.
import { useQuery } from '@tanstack/react-query';
import { faultOf, type Incident, type SlaHistory, slaQuery } from '../../api/index.ts';
import { hasPolicies, SlaTargets } from '../../records/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { isToScale } from '../../ui/charts/sla-picture.ts';
import { SlaPicture } from '../../ui/charts/sla-picture.tsx';
import { duration, exactDuration, exactTime } from '../../ui/marks/time.ts';
import { holdReasons } from '../../words/index.ts';
import styles from './sla-panel.module.css';

const stateNames = { running: 'Running', paused: 'Paused', stopped: 'Stopped' };

function describe({ sla }: SlaHistory): string {
  const rest = `${duration(sla.elapsed_seconds)} of ${duration(sla.target_seconds)} used`;
  const paused = sla.paused_seconds > 0 ? `, ${duration(sla.paused_seconds)} paused` : '';
  return `SLA: ${rest}${paused}; the breach is at ${exactTime(sla.breach_at)}`;
}

const Segments = ({ history: { segments, sla } }: { history: SlaHistory }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">Clock</th>
        <th scope="col">Since</th>
        <th scope="col" className={styles.number}>
          Duration
        </th>
        <th scope="col" className={styles.number}>
          Seconds
        </th>
      </tr>
    </thead>
    <tbody>
      {segments.map(({ state, from, to, seconds }) => (
        <tr key={from}>
          <td data-state={state}>{stateNames[state]}</td>
          <td>
            <Instant at={from} />
          </td>
          <td className={styles.number}>
            {state === 'stopped' && to === null ? '–' : exactDuration(seconds)}
          </td>
          <td className={styles.number}>{state === 'stopped' && to === null ? '–' : seconds}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          Used of {duration(sla.target_seconds)}
        </th>
        <td className={styles.number}>{exactDuration(sla.elapsed_seconds)}</td>
        <td className={styles.number}>{sla.elapsed_seconds}</td>
      </tr>
    </tfoot>
  </table>
);

/** A clock with a calendar counts less than the time of its segments. */
const OPEN_HOURS = 'Only open hours of the calendar count.';

const countsAll = ({ segments, sla, earlier }: SlaHistory): boolean =>
  isToScale({
    segments,
    earlierSeconds: earlier?.running_seconds ?? 0,
    elapsedSeconds: sla.elapsed_seconds,
    asOf: sla.as_of,
  });

function Clocks({ incident, history }: { incident: Incident; history: SlaHistory }) {
  const { id, sla_targets: targets, state, on_hold_reason: reason } = incident;
  const why = reason === null ? '' : `, ${(holdReasons[reason] ?? reason).toLowerCase()}`;
  return (
    <>
      <SlaTargets
        record={{ type: 'incident', id }}
        targets={targets}
        histories={{ resolution: history }}
        pausedBy={state === 'on_hold' ? `on hold${why}` : undefined}
      />
      <details>
        <summary className={styles.summary}>Resolution clock in detail</summary>
        <Segments history={history} />
        {!countsAll(history) && <p className={styles.note}>{OPEN_HOURS}</p>}
      </details>
    </>
  );
}

export function SlaPanel({ incident }: { incident: Incident }) {
  const { data, error } = useQuery(slaQuery(incident.id));
  if (error && !data) return <p className={styles.fault}>{faultText(faultOf(error))}</p>;
  if (!data) return <SkeletonBar width="100%" />;
  if (hasPolicies(incident.sla_targets))
    return (
      <div className={styles.panel}>
        <Clocks incident={incident} history={data} />
      </div>
    );
  return (
    <div className={styles.panel}>
      <SlaPicture
        label={describe(data)}
        targetSeconds={data.sla.target_seconds}
        earlierSeconds={data.earlier?.running_seconds ?? 0}
        segments={data.segments}
      />
      <Segments history={data} />
    </div>
  );
}
