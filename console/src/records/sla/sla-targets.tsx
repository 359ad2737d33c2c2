// Each clock of a record is one row: what is left, when it breaches, and its picture to scale.
import { targetText } from '../../ui/charts/target-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  mayUse,
  meQuery,
  type RecordRef,
  recordQuery,
  type SlaTarget,
  type SlaTargetHistory,
} from '../../api/index.ts';
import { OpenPicture } from '../../ui/charts/sla-picture.tsx';
import { useNow } from '../../ui/marks/clock.ts';
import { dateTime, duration, exactTime } from '../../ui/marks/time.ts';
import { metricLabels, type SlaMetric } from '../../words/index.ts';
import { SlaPolicyReason } from './sla-policy.tsx';
import styles from './sla-targets.module.css';
import { SlaSegments } from './sla-segments.tsx';
import { partsOf, targetView } from './targets.view.ts';

interface PictureProps {
  target: SlaTarget;
  history: SlaTargetHistory | undefined;
  elapsedSeconds: number;
  label: string;
}

const Picture = ({ target, history, elapsedSeconds, label }: PictureProps) => (
  <OpenPicture
    label={label}
    targetSeconds={target.target_seconds}
    parts={partsOf({
      segments: history?.segments ?? [],
      readSeconds: history?.elapsed_seconds ?? 0,
      elapsedSeconds,
    })}
    hasStopped={target.met_at !== null || target.state === 'cancelled'}
  />
);

const DAY = 86_400;

/** The time of the breach matters while the clock can still reach it. */
const breachText = ({ state, met_at, breach_at }: SlaTarget): string | undefined => {
  if (state === 'running') return `due ${dateTime(breach_at)}`;
  return state === 'breached' && met_at === null ? `was due ${dateTime(breach_at)}` : undefined;
};

interface RowProps {
  target: SlaTarget;
  label: string;
  seenAt: number;
  history: SlaTargetHistory | undefined;
  /** Says what pauses the clock. */
  pausedBy: string | undefined;
}

function Row({ target, label, seenAt, history, pausedBy }: RowProps) {
  const isNear = target.state === 'running' && Math.abs(target.remaining_seconds) < DAY / 24;
  const now = useNow(isNear ? 'second' : 'minute');
  const { mark, tone, text, elapsedSeconds } = targetView(target, seenAt, Math.max(now, seenAt));
  const breach = breachText(target);
  const of = targetText(target.target_seconds, target.policy !== null);
  const used = duration(Math.max(0, elapsedSeconds));
  return (
    <li data-tone={tone}>
      <div className={styles.line}>
        <h3>{label}</h3>
        <b>
          {mark && <span aria-hidden>{mark} </span>}
          {text}
        </b>
      </div>
      <Picture
        target={target}
        history={history}
        elapsedSeconds={Math.max(0, elapsedSeconds)}
        label={`${label}: ${used} of ${of} used, ${text}`}
      />
      <div className={styles.line}>
        <small title={exactTime(target.breach_at)}>
          {target.state === 'paused' && pausedBy !== undefined ? pausedBy : breach}
        </small>
        <small>Target {of}</small>
      </div>
      {history && history.segments.length > 0 && (
        <SlaSegments label={label} segments={history.segments} />
      )}
    </li>
  );
}

interface SlaTargetsProps {
  record: RecordRef<'incident' | 'request'>;
  targets: readonly SlaTarget[];
  /** The segments of the clocks, once they are read. */
  histories?: readonly SlaTargetHistory[] | undefined;
  pausedBy?: string | undefined;
}

/** The record arrives with its targets, whose seconds were counted then. */
function useSeenAt(record: SlaTargetsProps['record'], targets: readonly SlaTarget[]): number {
  const { dataUpdatedAt } = useQuery({ ...recordQuery(record), enabled: false });
  const [seen, setSeen] = useState({ targets, at: dataUpdatedAt });
  if (seen.targets === targets) return seen.at;
  setSeen({ targets, at: dataUpdatedAt });
  return dataUpdatedAt;
}

/** Service requests are fulfilled, not resolved. */
const labelOf = (metric: SlaMetric, { type }: RecordRef): string =>
  metric === 'resolution' && type === 'request' ? 'Fulfilment' : metricLabels[metric];

export function SlaTargets({ record, targets, histories = [], pausedBy }: SlaTargetsProps) {
  const { data: me } = useQuery(meQuery);
  const seenAt = useSeenAt(record, targets);
  const policyId = targets.find(({ policy }) => policy !== null)?.policy?.id;
  return (
    <div className={styles.targets}>
      <ul aria-label="SLA clocks">
        {targets.map((target) => (
          <Row
            key={target.metric}
            target={target}
            label={labelOf(target.metric, record)}
            seenAt={seenAt}
            history={histories.find(({ metric }) => metric === target.metric)}
            pausedBy={pausedBy}
          />
        ))}
      </ul>
      {policyId !== undefined && me && mayUse(me, 'sla_policies.read') && (
        <SlaPolicyReason id={policyId} />
      )}
    </div>
  );
}
