// Says which policy gave the targets and why, once somebody asks: its condition, its hours and its pauses.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  calendarNamesQuery,
  conditionFieldsQuery,
  mayUse,
  meQuery,
  type SlaPolicy,
  slaPolicyQuery,
} from '../../api/index.ts';
import { type Condition, describeCondition, fieldsByName } from '../../conditions/index.ts';
import { labelInSentence, metricLabels, slaMetrics, holdReasons } from '../../words/index.ts';
import styles from './sla-targets.module.css';

const GONE = 'an SLA policy that is gone';

function PolicyName({ policy, id }: { policy: SlaPolicy | undefined; id: string }) {
  const { data: me } = useQuery(meQuery);
  const name = policy?.name ?? GONE;
  if (!policy || !me || !mayUse(me, 'sla_policies.manage')) return <b>{name}</b>;
  return (
    <Link to="/admin/sla-policies" search={{ peek: id }}>
      {name}
    </Link>
  );
}

/** Returns a text such as "Next update pauses while awaiting the caller." */
function pauseTexts({ pause, targets }: SlaPolicy): string[] {
  return slaMetrics.flatMap((metric) => {
    const reasons = pause[metric] ?? [];
    if (!targets[metric] || reasons.length === 0) return [];
    const isAny = reasons.length === Object.keys(holdReasons).length;
    const words = reasons.map((reason) => (holdReasons[reason] ?? reason).toLowerCase());
    return [
      `${metricLabels[metric]} pauses on hold${isAny ? '' : ` while ${words.join(' or ')}`}.`,
    ];
  });
}

/** Only those who manage policies get the labels of fields; others read the names. */
function useFields(type: SlaPolicy['record_type']) {
  const { data: me } = useQuery(meQuery);
  const isManager = me !== undefined && mayUse(me, 'sla_policies.manage');
  const { data, isLoading } = useQuery({ ...conditionFieldsQuery(type), enabled: isManager });
  return isLoading ? undefined : (data ?? []);
}

function Reasons({ policy }: { policy: SlaPolicy }) {
  const fields = useFields(policy.record_type);
  const { data: calendars } = useQuery(calendarNamesQuery);
  if (!fields || !calendars) return <p>Reading the policy…</p>;
  const { calendar_id: calendar, when } = policy;
  const sentence = describeCondition(when as unknown as Condition, fieldsByName(fields), calendars);
  return (
    <ul>
      <li>
        {sentence === 'Always'
          ? 'It is the first policy that applies, and it applies always.'
          : `It is the first policy whose condition holds: ${labelInSentence(sentence)}.`}
      </li>
      <li>
        {calendar === null
          ? 'Its clocks run round the clock.'
          : `Its clocks count the open hours of “${calendars[calendar] ?? 'a calendar that is gone'}”.`}
      </li>
      {pauseTexts(policy).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

export function SlaPolicyReason({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data: policy, isPending } = useQuery({ ...slaPolicyQuery(id), retry: false });
  if (isPending) return <p className={styles.policy}>By an SLA policy.</p>;
  return (
    <div className={styles.policy}>
      <p>
        By SLA policy <PolicyName policy={policy} id={id} />
      </p>
      {policy && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>Why these times</summary>
          {isOpen && <Reasons policy={policy} />}
        </details>
      )}
    </div>
  );
}
