// Priority, state and SLA clock of a record: never by colour alone.
import { memo } from 'react';
import { useNow } from './clock.ts';
import {
  CancelledIcon,
  ClosedIcon,
  DraftIcon,
  InProgressIcon,
  MaintenanceIcon,
  NewIcon,
  OnHoldIcon,
  RejectedIcon,
  ReopenedIcon,
  ResolvedIcon,
  RetiredIcon,
  ReviewIcon,
  RunningIcon,
  ScheduledIcon,
  WarningIcon,
} from '../icons.ts';
import styles from './record-marks.module.css';
import { type SlaFields, slaView } from './sla.ts';
import { classes } from '../classes.ts';

const bars = [4, 3, 2, 1] as const;

/** Four bars, filled from P4 to P1. */
export const Priority = memo(({ value }: { value: string }) => {
  const filled = 5 - Number(value.slice(1));
  return (
    <span className={classes(styles.priority, styles[value])}>
      <span className={styles.bars} aria-hidden>
        {bars.toReversed().map((bar) => (
          <i key={bar} className={bar <= filled ? styles.filled : undefined} />
        ))}
      </span>
      {value}
    </span>
  );
});
Priority.displayName = 'Priority';

const states = {
  new: { label: 'New', icon: <NewIcon />, tone: 'blue' },
  in_progress: { label: 'In progress', icon: <InProgressIcon />, tone: 'blue' },
  on_hold: { label: 'On hold', icon: <OnHoldIcon />, tone: 'violet' },
  resolved: { label: 'Resolved', icon: <ResolvedIcon />, tone: 'green' },
  closed: { label: 'Closed', icon: <ClosedIcon />, tone: 'grey' },
  cancelled: { label: 'Cancelled', icon: <CancelledIcon />, tone: 'grey' },
  reopened: { label: 'Reopened', icon: <ReopenedIcon />, tone: 'amber' },
  draft: { label: 'Draft', icon: <DraftIcon />, tone: 'grey' },
  submitted: { label: 'Submitted', icon: <NewIcon />, tone: 'amber' },
  approved: { label: 'Approved', icon: <ResolvedIcon />, tone: 'green' },
  rejected: { label: 'Rejected', icon: <RejectedIcon />, tone: 'red' },
  scheduled: { label: 'Scheduled', icon: <ScheduledIcon />, tone: 'violet' },
  implementing: { label: 'Implementing', icon: <InProgressIcon />, tone: 'blue' },
  review: { label: 'In review', icon: <ReviewIcon />, tone: 'amber' },
  published: { label: 'Published', icon: <ResolvedIcon />, tone: 'green' },
  retired: { label: 'Retired', icon: <RetiredIcon />, tone: 'grey' },
  operational: { label: 'Operational', icon: <ResolvedIcon />, tone: 'green' },
  degraded: { label: 'Degraded', icon: <WarningIcon />, tone: 'amber' },
  maintenance: { label: 'Maintenance', icon: <MaintenanceIcon />, tone: 'violet' },
  non_operational: { label: 'Down', icon: <RejectedIcon />, tone: 'red' },
  queued: { label: 'Queued', icon: <DraftIcon />, tone: 'grey' },
  running: { label: 'Running', icon: <RunningIcon />, tone: 'blue' },
  completed: { label: 'Completed', icon: <ResolvedIcon />, tone: 'green' },
  failed: { label: 'Failed', icon: <RejectedIcon />, tone: 'red' },
  succeeded: { label: 'Succeeded', icon: <ResolvedIcon />, tone: 'green' },
  skipped: { label: 'Skipped', icon: <CancelledIcon />, tone: 'grey' },
  fulfilled: { label: 'Fulfilled', icon: <ResolvedIcon />, tone: 'green' },
} as const;

const stateOf = (value: string) =>
  states[value as keyof typeof states] ?? { label: value, icon: <NewIcon />, tone: 'grey' };

export const stateLabel = (value: string): string => stateOf(value).label;

export const State = memo(({ value }: { value: string }) => {
  const { label, icon, tone } = stateOf(value);
  return (
    <span className={classes(styles.state, styles[tone])}>
      {icon}
      {label}
    </span>
  );
});
State.displayName = 'State';

const levelTones: Record<string, string> = {
  critical: 'red',
  high: 'red',
  medium: 'amber',
  low: 'grey',
};

/** Critical, high, medium or low: a bar of three steps and the word. */
export const Level = memo(({ value, label }: { value: string; label: string }) => (
  <span className={classes(styles.level, styles[levelTones[value] ?? 'grey'])}>
    <span className={styles.steps} data-level={value} aria-hidden>
      <i />
      <i />
      <i />
    </span>
    {label}
  </span>
));
Level.displayName = 'Level';

const HOUR_MS = 3_600_000;

/** Ticks every second in the hour around the breach, else every minute. */
export const SlaClock = memo(({ sla }: { sla: SlaFields }) => {
  const isNear = Math.abs(Date.parse(sla.breach_at) - Date.now()) < HOUR_MS + 60_000;
  const now = useNow(sla.state === 'running' && isNear ? 'second' : 'minute');
  const { text, mark, tone, used, label } = slaView(sla, now);
  return (
    <span className={classes(styles.sla, styles[tone])} role="img" aria-label={label} title={label}>
      <span className={styles.slaText} aria-hidden>
        {mark && <span className={styles.mark}>{mark}</span>}
        {text}
      </span>
      <span className={styles.track} aria-hidden>
        <i style={{ width: `${Math.round(used * 100)}%` }} />
      </span>
    </span>
  );
});
SlaClock.displayName = 'SlaClock';
