// The runs of a rule are read when somebody opens them.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf, ruleRunsQuery } from '../../api/index.ts';
import { RecordLink } from '../../records/index.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import styles from './rules.module.css';

function Runs({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ruleRunsQuery(id));
  if (error && !data) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonBar width="60%" />;
  const { runs, total } = data;
  if (runs.length === 0) return <p>It has not run in the last 30 days.</p>;
  return (
    <table className={styles.sample}>
      <caption>
        {total > runs.length
          ? `The newest ${runs.length} of ${total} runs in the last 30 days`
          : 'In the last 30 days'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Record</th>
          <th scope="col">Time</th>
          <th scope="col">Version of the rule</th>
        </tr>
      </thead>
      <tbody>
        {runs.map(
          ({ at, record_type: type, record_id: record, record_version: version, rule_version }) => (
            <tr key={`${record} ${version} ${at}`}>
              <th scope="row">
                <RecordLink type={type} id={record} name={record} />
              </th>
              <td>
                <Instant at={at} />
              </td>
              <td>{rule_version}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

export function RuleRuns({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.runs} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Runs</summary>
      {isOpen && <Runs id={id} />}
    </details>
  );
}
