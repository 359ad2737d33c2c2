// Tests of the package of the SDK build it first.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../sdk/build.ts', import.meta.url));

/** Does nothing if the build is current; returns the lines that `npm run sdk` prints. */
export async function buildPackage(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--print']);
  return stdout;
}
