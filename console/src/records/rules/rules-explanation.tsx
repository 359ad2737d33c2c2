import { useQuery } from '@tanstack/react-query';
import {
  type AutomatedType,
  calendarNamesQuery,
  faultOf,
  recordRulesQuery,
  type RuleExplanation,
  ruleFieldsQuery,
} from '../../api/index.ts';
import { fieldsByName } from '../../conditions/index.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { Definition } from './rule-entry.tsx';
import { distinctRuns, failText, triggerText } from './explanation.words.ts';
import styles from './rules.module.css';

interface RecordProps {
  type: AutomatedType;
  id: string;
}

const Runs = ({ runs }: Pick<RuleExplanation, 'runs'>) =>
  runs.length === 0 ? (
    <p>No rule has run on this record.</p>
  ) : (
    <ul aria-label="Rules that ran">
      {distinctRuns(runs).map(
        ({ at, record_version: version, cause: { rule } }) =>
          rule && (
            <li key={`${rule.id} ${version} ${at}`}>
              <Definition kind="rule" definition={rule} /> <Instant at={at} />
            </li>
          ),
      )}
    </ul>
  );

function Other({ other, type }: { other: RuleExplanation['others'][number]; type: AutomatedType }) {
  const { data: fields } = useQuery(ruleFieldsQuery(type));
  const { data: calendars } = useQuery(calendarNamesQuery);
  const { rule, holds, fails } = other;
  if (!fields || !calendars) return null;
  const known = fieldsByName(fields);
  return (
    <li>
      <Definition kind="rule" definition={rule} />
      <small>Runs {triggerText(type, rule)}.</small>
      {holds ? (
        <small>Its condition holds now.</small>
      ) : (
        fails.map((one) => (
          <small key={one.pointer} data-fails>
            {failText(one, type, known, calendars)}.
          </small>
        ))
      )}
    </li>
  );
}

export function RulesExplanation(record: RecordProps) {
  const { data, error, refetch } = useQuery(recordRulesQuery(record));
  if (error && !data) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonBar width="60%" />;
  return (
    <div className={styles.explanation}>
      <h3>Ran</h3>
      <Runs runs={data.runs} />
      <h3>Did not run</h3>
      {data.others.length === 0 ? (
        <p>There are no other rules for such records.</p>
      ) : (
        <ul aria-label="Rules that did not run">
          {data.others.map((other) => (
            <Other key={other.rule.id} other={other} type={record.type} />
          ))}
        </ul>
      )}
    </div>
  );
}
