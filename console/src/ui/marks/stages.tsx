// The stages of a record are shown in one line; stages that were reached have their dates.
import type { ReactNode } from 'react';
import { DoneIcon, RejectedIcon } from '../icons.ts';
import { Instant } from './instant.tsx';
import styles from './stages.module.css';

export interface Stage {
  label: string;
  /** A record that stopped at a stage has no later ones. */
  status: 'done' | 'current' | 'later' | 'stopped';
  at?: string | undefined;
  /** Says who reached it, or when it is expected. */
  detail?: ReactNode;
}

const icons: Partial<Record<Stage['status'], ReactNode>> = {
  done: <DoneIcon />,
  stopped: <RejectedIcon />,
};

interface StagesProps {
  label: string;
  stages: readonly Stage[];
  /** The names stand below the marks, so that the line fits a phone; days are named. Many stages stand in a column. */
  isCompact?: boolean;
}

/** The names of more stages do not fit beside each other on a phone. */
const MAX_IN_LINE = 5;

const formOf = (isCompact: boolean, count: number): string | undefined => {
  if (!isCompact) return undefined;
  return count > MAX_IN_LINE ? 'column' : 'line';
};

export const Stages = ({ label, stages, isCompact = false }: StagesProps) => (
  <ol className={styles.stages} aria-label={label} data-compact={formOf(isCompact, stages.length)}>
    {stages.map(({ label: name, status, at, detail }, index) => (
      <li
        // Two stages may have one name.
        key={`${index} ${name}`}
        data-status={status}
        aria-current={status === 'current' ? 'step' : undefined}
      >
        <span className={styles.mark} aria-hidden>
          {icons[status]}
        </span>
        <span>
          <b>{name}</b>
          <small>
            {at !== undefined && <Instant at={at} kind={isCompact ? 'day' : 'past'} />}
            {detail !== undefined && <span>{detail}</span>}
          </small>
        </span>
      </li>
    ))}
  </ol>
);
