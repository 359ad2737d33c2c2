// Tests of the built console and of the guides build them first.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const dist = join(import.meta.dirname, '../dist');
export const guideDist = join(import.meta.dirname, '../dist-guide');

/** Does nothing if the build is current. */
const runBuild = (script: string): void => {
  execFileSync(process.execPath, [join(import.meta.dirname, '..', script)], { stdio: 'ignore' });
};

export const ensureBuilt = (): void => runBuild('build.ts');
export const ensureGuideBuilt = (): void => runBuild('guide/build.ts');
