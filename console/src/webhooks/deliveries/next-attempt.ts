// A delivery that has not finished has the time of its next attempt; it is in the past while an attempt is made.
import { secondTime } from '../../ui/marks/time.ts';

export const isUnfinished = ({ status }: { status: string }): boolean =>
  status === 'pending' || status === 'retrying';

/** Returns a text such as "The next attempt is at 14:03:11." */
export function nextAttemptText(next: string | undefined, now: number, timeZone?: string): string {
  const at = Date.parse(next ?? '');
  return at > now
    ? `The next attempt is at ${secondTime(at, timeZone)}.`
    : 'An attempt is being made now.';
}
