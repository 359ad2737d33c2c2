// Measures the memory, connections and disk that a process and its database take beside CPU time.
import { readFileSync } from 'node:fs';
import { withClient } from '../../server/test/support/databases.ts';

export interface Footprint {
  resident_mb: number;
  /** Pages that several processes share count in parts, so that the sum over all processes is what they take together. */
  proportional_mb: number;
  /** This is the proportional memory of the backends of the database. */
  backends_mb: number;
  connections: number;
  disk_mb: number;
  relations: number;
}

const megabytes = (kilobytes: number): number => Math.round(kilobytes / 102.4) / 10;

function readMemory(pid: number): { resident: number; proportional: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);
  return { resident: read('Rss'), proportional: read('Pss') };
}

/** A backend that ends while it is read takes nothing. */
function readProportional(pid: number): number {
  try {
    return readMemory(pid).proportional;
  } catch {
    return 0;
  }
}

export const footprintOf = (pid: number, url: string): Promise<Footprint> =>
  withClient(url, async (client) => {
    const { rows: backends } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
    );
    const { rows: sizes } = await client.query<{ bytes: number; relations: number }>(
      `select pg_database_size(current_database())::float8 as bytes,
         (select count(*)::int from pg_class where relkind in ('r', 'i', 't', 'S', 'p', 'I')) as relations`,
    );
    const { resident, proportional } = readMemory(pid);
    return {
      resident_mb: megabytes(resident),
      proportional_mb: megabytes(proportional),
      backends_mb: megabytes(backends.reduce((sum, one) => sum + readProportional(one.pid), 0)),
      connections: backends.length,
      disk_mb: megabytes((sizes[0]?.bytes ?? 0) / 1024),
      relations: sizes[0]?.relations ?? 0,
    };
  });
