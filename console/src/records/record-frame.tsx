// The frame of a record: what stays in view at the top, and the body beneath.
import type { ReactNode } from 'react';
import styles from './record.module.css';

interface RecordFrameProps {
  /** Header, what a step asks for, conflicts. */
  top: ReactNode;
  children: ReactNode;
}

export const RecordFrame = ({ top, children }: RecordFrameProps) => (
  <div className={styles.record}>
    <div className={styles.sticky}>{top}</div>
    {children}
  </div>
);
