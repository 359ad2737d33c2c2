// The top of a record stays in view while its body scrolls.
import type { ReactNode } from 'react';
import styles from './record.module.css';

interface RecordFrameProps {
  /** The top has the header, the question of a step, and conflicts. */
  top: ReactNode;
  children: ReactNode;
}

export const RecordFrame = ({ top, children }: RecordFrameProps) => (
  <div className={styles.record}>
    <div className={styles.sticky}>{top}</div>
    {children}
  </div>
);
