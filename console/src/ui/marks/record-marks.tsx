// Priority, state and SLA clock of a record are never shown by colour alone.
import { memo, type ReactNode } from 'react';
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
import { stateWords } from './states.ts';

const bars = [4, 3, 2, 1] as const;

/** P4 fills one of four bars, P1 fills all of them. */
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

const icons: Readonly<Record<string, ReactNode>> = {
  new: <NewIcon />,
  in_progress: <InProgressIcon />,
  on_hold: <OnHoldIcon />,
  resolved: <ResolvedIcon />,
  closed: <ClosedIcon />,
  cancelled: <CancelledIcon />,
  reopened: <ReopenedIcon />,
  draft: <DraftIcon />,
  submitted: <NewIcon />,
  approved: <ResolvedIcon />,
  rejected: <RejectedIcon />,
  scheduled: <ScheduledIcon />,
  implementing: <InProgressIcon />,
  review: <ReviewIcon />,
  published: <ResolvedIcon />,
  retired: <RetiredIcon />,
  operational: <ResolvedIcon />,
  degraded: <WarningIcon />,
  maintenance: <MaintenanceIcon />,
  non_operational: <RejectedIcon />,
  queued: <DraftIcon />,
  running: <RunningIcon />,
  completed: <ResolvedIcon />,
  failed: <RejectedIcon />,
  succeeded: <ResolvedIcon />,
  skipped: <CancelledIcon />,
  fulfilled: <ResolvedIcon />,
  waiting: <DraftIcon />,
  done: <ResolvedIcon />,
};

interface StateProps {
  value: string;
  /** The label replaces the name of the state, for example to say how long it lasts. */
  label?: string;
  title?: string;
}

export const State = memo(({ value, label, title }: StateProps) => {
  const words = stateWords(value);
  return (
    <span className={classes(styles.state, styles[words.tone])} title={title}>
      {icons[value] ?? <NewIcon />}
      {label ?? words.label}
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

/** A level is a bar of three steps and the word: critical, high, medium or low. */
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

/** Beside the mark of a target there is no room for the minutes of ten hours and more. */
const withoutMinutes = (text: string): string => text.replace(/(\S\S h|d) .*/, '$1');

interface SlaClockProps {
  sla: SlaFields;
  /** Says which of several clocks it is, in a word and in full. */
  target?: { mark: string; name: string } | undefined;
}

/** The clock ticks every second within an hour of the breach, otherwise every minute. */
export const SlaClock = memo(({ sla, target }: SlaClockProps) => {
  const isNear = Math.abs(Date.parse(sla.breach_at) - Date.now()) < HOUR_MS + 60_000;
  const now = useNow(sla.state === 'running' && isNear ? 'second' : 'minute');
  const { text, mark, tone, used, label } = slaView(sla, now, target?.name);
  const shown = target ? withoutMinutes(text) : text;
  return (
    <span className={classes(styles.sla, styles[tone])} role="img" aria-label={label} title={label}>
      <span className={styles.slaText} aria-hidden>
        {target && <span className={styles.target}>{target.mark}</span>}
        {mark && <span className={styles.mark}>{mark}</span>}
        {shown}
      </span>
      <span className={styles.track} aria-hidden>
        <i style={{ width: `${Math.round(used * 100)}%` }} />
      </span>
    </span>
  );
});
SlaClock.displayName = 'SlaClock';
