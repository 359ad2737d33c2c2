// Counts down until the old secret of a rotation expires.
import { useNow } from '../ui/marks/clock.ts';
import { exactDuration, exactTime } from '../ui/marks/time.ts';
import page from './page.module.css';

export function SecretCountdown({ until }: { until: string | null }) {
  const now = useNow('second');
  const seconds = until === null ? 0 : (Date.parse(until) - now) / 1000;
  if (until === null || seconds <= 0) return null;
  return (
    <span className={page.countdown} title={exactTime(until)}>
      Old secret valid for {exactDuration(seconds)}
    </span>
  );
}
