// Holds the place of content that is loading; invisible for the first 150 ms.
import styles from './panels.module.css';

export const SkeletonBar = ({ width }: { width: string }) => (
  <div className={styles.bar} style={{ width }} aria-hidden />
);
