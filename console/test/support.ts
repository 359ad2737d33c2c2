// Tests of the built console build it first.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const dist = join(import.meta.dirname, '../dist');

/** Does nothing if the build is current. */
export const ensureBuilt = (): void => {
  execFileSync(process.execPath, [join(import.meta.dirname, '../build.ts')], { stdio: 'ignore' });
};
