// Measures CPU time by process, from /proc before and after. A parent's count includes its ended children, so none are
// lost.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

export type Usage = Record<string, number>;

interface Ticks {
  name: string;
  own: number;
  ofEndedChildren: number;
}

function read(pid: number | string): Ticks {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    // The text starts at the third field; proc(5) lists utime as the fourteenth.
    const fields = stat
      .slice(end + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return {
      name: stat.slice(stat.indexOf('(') + 1, end),
      own: user + system,
      ofEndedChildren: childUser + childSystem,
    };
  } catch {
    return { name: '', own: 0, ofEndedChildren: 0 };
  }
}

const pids = (): string[] => readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));

export const byName = (name: string): Ticks[] =>
  pids()
    .map(read)
    .filter((one) => one.name === name);

/** A process that ends meanwhile has no title. */
function titleOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Returns the ticks of each backend of the database, which its title names, by process id. */
export const backendTicks = (database: string): ReadonlyMap<string, number> =>
  new Map(
    pids()
      .filter((pid) => {
        const title = titleOf(pid);
        return title.startsWith('postgres: ') && title.split(' ').includes(database);
      })
      .map((pid) => [pid, read(pid).own]),
  );

export const ticksOf = (ticks: Ticks[]): number =>
  ticks.reduce((sum, { own, ofEndedChildren }) => sum + own + ofEndedChildren, 0);

export interface Processes {
  api: readonly number[];
  /** Absent where the API processes also do the background work. */
  worker?: number;
}

/** The generator is any process that this process started and that has ended. */
const sample = ({ api, worker }: Processes): Usage => ({
  api: ticksOf(api.map(read)),
  worker: worker === undefined ? 0 : ticksOf([read(worker)]),
  postgres: ticksOf(byName('postgres')),
  valkey: ticksOf(byName('valkey-server')),
  generator: read('self').ofEndedChildren,
});

/** Returns the CPU seconds of each group during `work`. */
export async function measureCpu<T>(
  processes: Processes,
  work: () => Promise<T>,
): Promise<{ result: T; usage: Usage }> {
  const before = sample(processes);
  const result = await work();
  const after = sample(processes);
  const usage = Object.fromEntries(
    Object.keys(before).map((name) => [
      name,
      ((after[name] ?? 0) - (before[name] ?? 0)) / TICKS_PER_SECOND,
    ]),
  );
  return { result, usage };
}
