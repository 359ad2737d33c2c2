// Says that the browser is offline, or that the service asked to wait.
import { useSyncExternalStore } from 'react';
import { connection } from '../api/index.ts';
import { useNow } from '../ui/marks/clock.ts';
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

export function Banner() {
  const { isOnline, waitUntil } = useSyncExternalStore(connection.subscribe, connection.get);
  if (!isOnline)
    return (
      <div className={styles.banner} role="status">
        You are offline. You can go on reading and writing; you can send again once you are back
        online.
      </div>
    );
  return waitUntil === undefined ? null : <Countdown until={waitUntil} />;
}
