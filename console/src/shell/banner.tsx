// Says that the browser is offline, that the service asked to wait, or what an operator has to do.
import { useSyncExternalStore } from 'react';
import { connection } from '../api/index.ts';
import { useNow } from '../ui/marks/clock.ts';
import { Notices } from './notices.tsx';
import styles from './shell.module.css';

/** A shorter wait is not worth a message. */
const SHOWN_AFTER_MS = 2000;

function Countdown({ until }: { until: number }) {
  const now = useNow('second');
  const seconds = Math.ceil((until - now) / 1000);
  if (until - now < SHOWN_AFTER_MS) return null;
  return (
    <div className={styles.banner} role="status">
      The service is busy. Trying again in {seconds} s.
    </div>
  );
}

export function Banner({ forManager }: { forManager: boolean }) {
  const { isOnline, waitUntil } = useSyncExternalStore(connection.subscribe, connection.get);
  if (!isOnline)
    return (
      <div className={styles.banner} role="status">
        You are offline. You can go on reading and writing; you can send again once you are back
        online.
      </div>
    );
  if (waitUntil !== undefined) return <Countdown until={waitUntil} />;
  return forManager && <Notices />;
}
