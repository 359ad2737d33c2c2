// A read that many requests share is repeated once on another connection if its own sends nothing, instead of delaying
// all of them until that one is closed (silent-connections.ts).
import { afterAwake, type Clock, systemClock } from '../clock.ts';

const WITHIN_MS = 3000;

export function sharedRead<T>(
  read: () => Promise<T>,
  clock: Clock = systemClock,
  triesLeft = 2,
): Promise<T> {
  return new Promise((resolve, reject) => {
    // A promise settles once, so a response that comes later has no effect.
    const cancel = afterAwake(clock, WITHIN_MS, () => {
      if (triesLeft > 1) resolve(sharedRead(read, clock, triesLeft - 1));
      else
        reject(
          new Error('Query read timeout: the database did not respond to a shared read, twice.'),
        );
    });
    read().then(resolve, reject).finally(cancel);
  });
}
