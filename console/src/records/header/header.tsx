// The header of a record has its id and title, its facts, and the steps that can follow.
import type { ReactNode } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { BackIcon, NextIcon, PreviousIcon } from '../../ui/icons.ts';
import styles from './header.module.css';

interface RecordHeaderProps {
  id: string;
  title: ReactNode;
  onBack: () => void;
  /** The end appears at the right of the first line. */
  end?: ReactNode;
  /** Facts such as priority and state appear in the second line. */
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
  /** Screen readers announce the value and what a press does. */
  label: string;
  canEdit: boolean;
  onEdit: () => void;
  children: ReactNode;
}

/** A fact of the second line opens its editor if it can be edited. */
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

/** Leads to the previous and next record of the list that the record was opened from. */
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
