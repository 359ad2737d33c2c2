// The SLA clock is drawn to scale, and its segments are listed in exact seconds. With SLA policies, there are more clocks.
import { useQuery } from '@tanstack/react-query';
import { faultOf, type Incident, type SlaHistory, slaQuery } from '../../api/index.ts';
import { hasPolicies, SlaTargets } from '../../records/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
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

const describePause = ({ state, on_hold_reason: reason }: Incident): string | undefined => {
  const why = reason === null ? '' : `, ${(holdReasons[reason] ?? reason).toLowerCase()}`;
  return state === 'on_hold' ? `on hold${why}` : undefined;
};

export function SlaPanel({ incident }: { incident: Incident }) {
  const { id, sla_targets: targets } = incident;
  const { data, error } = useQuery(slaQuery(id));
  if (hasPolicies(targets))
    return (
      <SlaTargets
        record={{ type: 'incident', id }}
        targets={targets}
        histories={data?.targets}
        pausedBy={describePause(incident)}
      />
    );
  if (error && !data) return <p className={styles.fault}>{faultText(faultOf(error))}</p>;
  if (!data) return <SkeletonBar width="100%" />;
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
