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

export const Stages = ({ label, stages }: { label: string; stages: readonly Stage[] }) => (
  <ol className={styles.stages} aria-label={label}>
    {stages.map(({ label: name, status, at, detail }) => (
      <li key={name} data-status={status} aria-current={status === 'current' ? 'step' : undefined}>
        <span className={styles.mark} aria-hidden>
          {icons[status]}
        </span>
        <span>
          <b>{name}</b>
          <small>
            {at !== undefined && <Instant at={at} />}
            {detail !== undefined && <span>{detail}</span>}
          </small>
        </span>
      </li>
    ))}
  </ol>
);
