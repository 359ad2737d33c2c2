// A read that many requests wait for together: if its connection says nothing it is repeated once on another one, instead
// of holding up all of them until the connection is given up (silent-connections.ts).
import { afterAwake, type Clock, systemClock } from '../clock.ts';

const WITHIN_MS = 3000;

export function sharedRead<T>(
  read: () => Promise<T>,
  clock: Clock = systemClock,
  triesLeft = 2,
): Promise<T> {
  return new Promise((resolve, reject) => {
    // A promise settles once, so an answer that comes later has no effect.
    const cancel = afterAwake(clock, WITHIN_MS, () => {
      if (triesLeft > 1) resolve(sharedRead(read, clock, triesLeft - 1));
      else
        reject(new Error('Query read timeout: the database did not answer a shared read, twice.'));
    });
    read().then(resolve, reject).finally(cancel);
  });
}
