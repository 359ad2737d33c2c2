// Holds the place of a record that is loading.
import { SkeletonBar } from './skeleton.tsx';
import styles from './record-skeleton.module.css';

export const RecordSkeleton = () => (
  <div className={styles.skeleton} aria-busy aria-label="Loading the record">
    <div className={styles.header}>
      <SkeletonBar width="40%" />
      <SkeletonBar width="24%" />
    </div>
    <div className={styles.body}>
      <SkeletonBar width="70%" />
      <SkeletonBar width="60%" />
      <SkeletonBar width="65%" />
    </div>
  </div>
);
