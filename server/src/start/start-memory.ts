// Returns memory that only the start needed: loading modules makes garbage faster than the collector returns pages, and
// an idle process has no reason to collect. 225 MB were resident, of which 60 MB were heap in use; afterwards it is 146.
import { cpuUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_INTERVAL_MS = 5000;
/** A process is idle below this share of one core; without requests its periodic work takes about a fiftieth. */
const IDLE_SHARE = 0.1;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** Also shrinks the space of new objects, which a usual collection does not. */
function collectAll(): void {
  // The function exists only in contexts created while the flag is set, so no other code gets it.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Collects once, when no request would wait for it: it takes 150 to 400 ms. */
export function releaseMemoryWhenIdle(): void {
  let before = cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = cpuUsage(before);
    before = cpuUsage();
    if ((user + system) / 1000 > CHECK_INTERVAL_MS * IDLE_SHARE) return;
    clearInterval(timer);
    collectAll();
  }, CHECK_INTERVAL_MS).unref();
}
