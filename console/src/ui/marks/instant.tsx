// A time that reads as an age, with the exact local time and UTC on hover.
import { memo } from 'react';
import { useNow } from './clock.ts';
import { exactTime, shortTime } from './time.ts';

export const Instant = memo(({ at }: { at: string }) => {
  const now = useNow('minute');
  return (
    <time dateTime={at} title={exactTime(at)}>
      {shortTime(at, Math.max(now, Date.now()))}
    </time>
  );
});
Instant.displayName = 'Instant';
