// Says whether changes by other people appear as they happen.
import { useSyncExternalStore } from 'react';
import { live } from '../live/index.ts';
import { clockTime } from '../ui/marks/time.ts';
import styles from './shell.module.css';

export function LiveStatus() {
  const { isLive, since } = useSyncExternalStore(live.subscribe, live.status);
  const text = isLive ? 'live' : `paused ${clockTime(since)}`;
  const title = isLive
    ? 'Changes by other people appear as they happen.'
    : 'Changes by other people do not appear. Reload the list to see them.';
  return (
    <span className={styles.live} data-live={isLive || undefined} title={title}>
      <i aria-hidden />
      {text}
    </span>
  );
}
