// The card shows the kind and the state of a record in a few lines.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  faultOf,
  recordQuery,
  type RecordRef,
  type RecordType,
  type RecordTypes,
} from '../../api/index.ts';
import { Person } from '../../lists/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { Priority, State } from '../../ui/marks/record-marks.tsx';
import { dateTime } from '../../ui/marks/time.ts';
import { valueText } from '../../words/index.ts';
import { recordTypeOf } from '../record-types.ts';
import styles from './links.module.css';

type Row = [label: string, value: ReactNode];

const state = (value: string): Row => ['State', <State key="state" value={value} />];
const assignee = (email: string | null): Row => [
  'Assignee',
  email === null ? 'Nobody' : <Person key="assignee" email={email} />,
];
const words = (field: string, value: string | null): string => {
  const text = valueText(field, value).replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const rows: { [T in RecordType]: (record: RecordTypes[T]) => Row[] } = {
  ci: (ci) => [
    ['Class', words('class', ci.class)],
    ['Status', words('status', ci.status)],
    ['Criticality', words('criticality', ci.criticality)],
  ],
  change: ({ state: now, planned_start_at, planned_end_at }) => [
    state(now),
    ['Start', planned_start_at === null ? 'Not planned' : dateTime(planned_start_at)],
    ['End', planned_end_at === null ? 'Not planned' : dateTime(planned_end_at)],
  ],
  incident: ({ state: now, priority, assigned_to }) => [
    state(now),
    ['Priority', <Priority key="priority" value={priority} />],
    assignee(assigned_to),
  ],
  request: ({ state: now, assigned_to }) => [state(now), assignee(assigned_to)],
  article: ({ state: now }) => [state(now)],
  task: ({ state: now, assigned_to }) => [state(now), assignee(assigned_to)],
};

export function RecordCard<T extends RecordType>(ref: RecordRef<T>) {
  const { data, error } = useQuery(recordQuery(ref));
  if (error) return <p className={styles.none}>{`${ref.id}: ${faultText(faultOf(error))}`}</p>;
  if (!data) return <SkeletonBar width="80%" />;
  return (
    <>
      <p className={styles.cardHead}>
        <b>{String(data[recordTypeOf(ref.type).titleField])}</b> <span>{ref.id}</span>
      </p>
      <dl className={styles.cardRows}>
        {rows[ref.type](data).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
