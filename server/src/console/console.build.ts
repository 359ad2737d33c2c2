// The console is built before a start if its sources have changed since the last build.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

/** The script is absent where only the built files were installed. */
const script = fileURLToPath(new URL('../../../console/build.ts', import.meta.url));

/** The build takes about five seconds on an idle machine. */
const TIMEOUT_MS = 120_000;

export interface BuildResult {
  /** The build failed for this reason; the service starts nevertheless. */
  fault?: string;
  /** Absent if the build was up to date. */
  seconds?: number;
}

/** Builds in a separate process: the bundler takes 300 MB, which the service should not retain. */
export async function buildConsole(node: string): Promise<BuildResult> {
  if (!existsSync(script)) return {};
  const child = promisify(execFile);
  try {
    const { stdout } = await child(node, [script], { timeout: TIMEOUT_MS });
    const [, seconds] = /in ([\d.]+) s/.exec(stdout) ?? [];
    return seconds === undefined ? {} : { seconds: Number(seconds) };
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return { fault: stderr?.trim() || message };
  }
}
