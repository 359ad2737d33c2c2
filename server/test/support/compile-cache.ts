// Test processes share compiled code. An entry belongs to one path, and each clone has other paths, so without a limit
// the folder grows with every run.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A second process of the same code starts in two thirds of the time. */
export const compileCache = join(tmpdir(), 'signalbox-compile-cache');

/** One run needs about 60 MB, so clones that run at the same time do not evict each other's entries. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Removes the oldest entries. Another process may remove or write some at the same time; Node compiles missing ones. */
export function trimCompileCache(folder = compileCache, maxBytes = MAX_BYTES): void {
  let paths: string[];
  try {
    paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    // The folder does not exist before the first run on a machine.
    return;
  }
  const entries = paths
    .map((path) => join(folder, path))
    .map((path) => ({ path, stats: statSync(path, { throwIfNoEntry: false }) }))
    .filter(({ stats }) => stats?.isFile())
    .map(({ path, stats }) => ({ path, size: stats?.size ?? 0, at: stats?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.at - one.at);
  let bytes = 0;
  for (const { path, size } of entries) {
    bytes += size;
    if (bytes > maxBytes) rmSync(path, { force: true });
  }
}
