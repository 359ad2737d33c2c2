// The spans of a clock are listed with what began each: an update or a public note, and its author.
import type { SlaTargetHistory } from '../../api/index.ts';
import { Person } from '../../lists/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { duration } from '../../ui/marks/time.ts';
import styles from './sla-targets.module.css';

type Segment = SlaTargetHistory['segments'][number];

const stateNames: Readonly<Record<Segment['state'], string>> = {
  running: 'Running',
  paused: 'Paused',
  met: 'Met',
  cancelled: 'Ended',
};

const hasEnded = ({ state }: Segment): boolean => state === 'met' || state === 'cancelled';

interface SlaSegmentsProps {
  label: string;
  segments: readonly Segment[];
}

export const SlaSegments = ({ label, segments }: SlaSegmentsProps) => (
  <details className={styles.segments}>
    <summary aria-label={`${label} in detail`}>In detail</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">Clock</th>
          <th scope="col">Since</th>
          <th scope="col">By</th>
          <th scope="col">Counted</th>
        </tr>
      </thead>
      <tbody>
        {segments.map((segment) => (
          <tr key={`${segment.from} ${segment.state}`}>
            <td data-state={segment.state}>{stateNames[segment.state]}</td>
            <td>
              <Instant at={segment.from} />
            </td>
            <td>{segment.cause ? <Person email={segment.cause.actor} /> : '–'}</td>
            <td>{hasEnded(segment) ? '–' : duration(segment.seconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
