// Measures the CPU time of the PostgreSQL backends of some databases, which are processes of this machine.
import { cpuOf } from '../../server/test/support/cpu.ts';
import { type Client, withClient } from '../../server/test/support/databases.ts';

const SAMPLE_EVERY_MS = 500;

export interface Backends {
  /** Returns the microseconds so far; ended backends count up to their last sample. */
  cpuOf: (database: string) => number;
  /** Samples now, so that the figures are current. */
  sample: () => Promise<void>;
}

/** Returns undefined once the process has ended. */
function cpuIfRunning(pid: number): number | undefined {
  try {
    return cpuOf(pid);
  } catch {
    return undefined;
  }
}

async function sampleAll(client: Client, seen: Map<string, Map<number, number>>): Promise<void> {
  const { rows } = await client.query<{ pid: number; datname: string }>(
    `select pid, datname from pg_stat_activity where datname = any($1) and backend_type = 'client backend'`,
    [[...seen.keys()]],
  );
  for (const { pid, datname } of rows) {
    const cpu = cpuIfRunning(pid);
    if (cpu !== undefined) seen.get(datname)?.set(pid, cpu);
  }
}

/** Samples while `work` runs; the time of a backend that lives for less than an interval is lost. */
export const withBackends = <T>(
  url: string,
  databases: readonly string[],
  work: (backends: Backends) => Promise<T>,
): Promise<T> =>
  withClient(url, async (client) => {
    const seen = new Map(databases.map((name) => [name, new Map<number, number>()]));
    const sample = () => sampleAll(client, seen);
    await sample();
    const timer = setInterval(() => void sample().catch(() => {}), SAMPLE_EVERY_MS);
    const sumOf = (database: string) =>
      [...(seen.get(database)?.values() ?? [])].reduce((sum, cpu) => sum + cpu, 0);
    return work({ cpuOf: sumOf, sample }).finally(() => clearInterval(timer));
  });
