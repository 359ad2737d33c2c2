// Runs the parts of a process from their start until a signal stops them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../platform/runtime/deps.ts';
import { version } from '../version.ts';
import type { OwnProcess } from './command-line.ts';
import { openDeps, type OpenedDeps } from './open.ts';
import { type PartName, parts, type StopPart } from './parts.ts';
import { requirePooler } from './prepare.ts';
import { releaseMemoryWhenIdle } from './start-memory.ts';
import { sayGoodbye, stopSignals } from './terminal.ts';

/**
 * The parts stop in parallel and need less: a request ends within 15 s, a delivery and the work that waits for it within
 * 10 s. Model calls are aborted. A large upload or download may take longer and is interrupted, which is safe.
 */
const STOP_WITHIN_MS = 20_000;

interface RunOptions {
  before?: (deps: Deps) => Promise<void>;
  /** Printed when the process has stopped. */
  goodbye?: string;
}

const addressesOf = ({ BASE_URL, AUTH_URL }: Deps['config']) => ({
  api: BASE_URL,
  auth: AUTH_URL,
  console: `${BASE_URL}/console/`,
  docs: `${BASE_URL}/docs`,
});

/**
 * Runs until a signal, then fails readiness, stops accepting requests, finishes the current ones, and closes the
 * database last. Returns when all parts have started.
 */
export async function runParts(
  { deps, close }: OpenedDeps,
  names: readonly PartName[],
  own: OwnProcess,
  { before, goodbye }: RunOptions = {},
): Promise<void> {
  const stops: StopPart[] = [];
  const stop = async (isDraining = false) => {
    await Promise.all(stops.map((stopPart) => stopPart(isDraining)));
    await close();
  };
  const signalled = Promise.withResolvers<string>();
  try {
    await before?.(deps);
    // Once a request has been accepted, a signal must not kill the process, even while parts are still starting.
    for (const signal of stopSignals) process.once(signal, () => signalled.resolve(signal));
    // `before` includes this check.
    if (!before) await requirePooler(deps);
    const { pollSealingKey, requireOwnKey } = await import('../identity/index.ts');
    await requireOwnKey(deps);
    stops.push(pollSealingKey(deps));
    const { hasSecretFiles } = await import('../platform/runtime/secrets/secret-files.ts');
    if (hasSecretFiles(own.env)) process.on('SIGHUP', () => deps.rereadSecrets());
    for (const name of names) stops.push(await parts[name].start(deps));
  } catch (error) {
    await stop();
    throw error;
  }
  deps.log.info({ version, parts: names, ...addressesOf(deps.config) }, 'signalbox.started');
  releaseMemoryWhenIdle();
  const onSignal = async (signal: string) => {
    deps.log.info({ signal }, 'signalbox.stopping');
    deps.lifecycle.isStopping = true;
    // Load balancers learn of the shutdown from /readyz; after SIGINT there is none to wait for.
    const drainMs = signal === 'SIGTERM' ? deps.config.DRAIN_SECONDS * 1000 : 0;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS + drainMs).unref();
    if (names.some((name) => parts[name].servesRequests)) await sleep(drainMs);
    await stop(drainMs > 0);
    deps.log.info('signalbox.stopped');
    if (goodbye) sayGoodbye(goodbye);
  };
  void signalled.promise.then(onSignal);
}

/** Runs parts on a database that is migrated already. */
export async function serve(
  own: OwnProcess,
  names: readonly PartName[],
  compose?: () => Promise<void>,
): Promise<void> {
  const opened = await openDeps(own, names);
  await compose?.();
  await runParts(opened, names, own);
}
