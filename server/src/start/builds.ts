// The console, the guides and the package of the SDK are built before a start if their sources have changed since the last
// build.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

/** The scripts are absent where only the built files were installed. */
const scripts = {
  console: 'console/build.ts',
  guide: 'console/guide/build.ts',
  sdk: 'sdk/build.ts',
} as const;

const root = new URL('../../../', import.meta.url);

/** The builds take about five seconds on an idle machine. */
const TIMEOUT_MS = 120_000;

export interface BuildResult {
  name: keyof typeof scripts;
  /** The build failed for this reason; the service starts nevertheless. */
  fault?: string;
  /** Absent if the build was up to date. */
  seconds?: number;
}

/** Receives a line such as "Building the console", unless the build is up to date. */
type OnBegin = (text: string) => void;

/** Builds in a separate process: the bundler takes 300 MB, which the service should not retain. */
async function build(
  node: string,
  name: keyof typeof scripts,
  onBegin: OnBegin,
): Promise<BuildResult> {
  const script = fileURLToPath(new URL(scripts[name], root));
  if (!existsSync(script)) return { name };
  const running = promisify(execFile)(node, [script], { timeout: TIMEOUT_MS });
  running.child.stdout?.once('data', (text: string) => onBegin(text.split('.', 1)[0] ?? ''));
  try {
    const { stdout } = await running;
    const [, seconds] = /in ([\d.]+) s/.exec(stdout) ?? [];
    return seconds === undefined ? { name } : { name, seconds: Number(seconds) };
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return { name, fault: stderr?.trim() || message };
  }
}

export const buildAll = (node: string, onBegin: OnBegin): Promise<BuildResult[]> =>
  Promise.all(
    (Object.keys(scripts) as (keyof typeof scripts)[]).map((name) => build(node, name, onBegin)),
  );
