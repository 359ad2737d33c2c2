// The SLA cell shows the resolution clock, unless another target is due before it.
import { SlaClock } from '../../ui/marks/record-marks.tsx';
import { metricLabels, metricMarks } from '../../words/index.ts';
import type { IncidentListRow } from './incidents.list.ts';
import { clockOf, nextTargetOf } from './next-target.ts';

type Next = NonNullable<ReturnType<typeof nextTargetOf>>;

const TargetClock = ({ next }: { next: Next }) => {
  const { metric } = next;
  return (
    <SlaClock
      sla={clockOf(next)}
      target={{ mark: metricMarks[metric], name: metricLabels[metric] }}
    />
  );
};

interface RowProps {
  row: IncidentListRow;
}

/** Names the target also if it is the resolution, because the order of the list depends on it. */
export function NextClock({ row }: RowProps) {
  const next = nextTargetOf(row);
  return next ? <TargetClock next={next} /> : <SlaClock sla={row.sla} />;
}

export function RowClock({ row }: RowProps) {
  const next = nextTargetOf(row);
  return next && next.metric !== 'resolution' ? (
    <TargetClock next={next} />
  ) : (
    <SlaClock sla={row.sla} />
  );
}
