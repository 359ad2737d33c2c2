// The header of a record: what it is, how it stands, and the steps that can follow.
import type { ReactNode } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { BackIcon, NextIcon, PreviousIcon } from '../../ui/icons.ts';
import styles from './header.module.css';

interface RecordHeaderProps {
  id: string;
  title: ReactNode;
  onBack: () => void;
  /** At the right of the first line. */
  end?: ReactNode;
  /** The second line: priority, state and the like. */
  facts: ReactNode;
  steps?: ReactNode;
}

export const RecordHeader = ({ id, title, onBack, end, facts, steps }: RecordHeaderProps) => (
  <header className={styles.header}>
    <div className={styles.top}>
      <Button
        variant="quiet"
        icon={<BackIcon />}
        label="Back to the list"
        keys={['u']}
        onClick={onBack}
      />
      <span className={styles.id}>{id}</span>
      {title}
      <div className={styles.end}>{end}</div>
    </div>
    <div className={styles.bottom}>
      {facts}
      {steps}
    </div>
  </header>
);

interface FactProps {
  /** What a press does, for screen readers. */
  label: string;
  canEdit: boolean;
  onEdit: () => void;
  children: ReactNode;
}

/** A fact of the second line that can be changed there. */
export const Fact = ({ label, canEdit, onEdit, children }: FactProps) => (
  <button
    type="button"
    className={styles.fact}
    onClick={onEdit}
    aria-label={label}
    disabled={!canEdit}
  >
    {children}
  </button>
);

export const Nobody = () => <span className={styles.nobody}>Unassigned</span>;

interface NeighboursProps {
  position: string | undefined;
  go: (step: 1 | -1) => void;
}

/** Previous and next in the list that it was opened from. */
export const Neighbours = ({ position, go }: NeighboursProps) =>
  position === undefined ? null : (
    <div className={styles.neighbours}>
      <span className={styles.position}>{position}</span>
      <Button
        variant="quiet"
        icon={<PreviousIcon />}
        label="Previous in the list"
        keys={['[']}
        onClick={() => go(-1)}
      />
      <Button
        variant="quiet"
        icon={<NextIcon />}
        label="Next in the list"
        keys={[']']}
        onClick={() => go(1)}
      />
    </div>
  );
