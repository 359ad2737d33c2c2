// A command opens the dependencies that it works with, and the features whose records it works on.
import type { Feature } from '../feature.ts';
import type { Config } from '../platform/runtime/config.ts';
import type { buildDeps, Deps } from '../platform/runtime/deps.ts';
import { type OwnProcess, repeatCommand } from './command-line.ts';
import { type PartName, parts } from './parts.ts';
import { requireFreePorts } from './ports.ts';

export type OpenedDeps = ReturnType<typeof buildDeps>;

/** Checks the ports on which the parts listen. */
export async function requirePorts(
  config: Config,
  names: readonly PartName[],
  own: OwnProcess,
): Promise<void> {
  const listening = new Set(names.flatMap((name) => parts[name].port ?? []));
  const ports = (['PORT', 'AUTH_PORT', 'METRICS_PORT'] as const).filter((port) =>
    listening.has(port),
  );
  await requireFreePorts(config, ports, repeatCommand(own));
}

/** Checks the configuration and the ports of the parts before anything else. */
export async function openDeps(
  own: OwnProcess,
  names: readonly PartName[] = [],
): Promise<OpenedDeps> {
  const { loadConfig } = await import('../platform/runtime/config.ts');
  const config = loadConfig(own.env);
  await requirePorts(config, names, own);
  const { buildDeps: build } = await import('../platform/runtime/deps.ts');
  return build(config, undefined, { env: own.env });
}

/** Runs the work of a command that exits when it is done. */
export async function runOnce(own: OwnProcess, work: (deps: Deps) => Promise<void>): Promise<void> {
  const { deps, close } = await openDeps(own);
  await work(deps).finally(close);
}

/** Must be called before any work on records. */
export async function composeAll(): Promise<readonly Feature[]> {
  const { features } = await import('../features.ts');
  const { compose } = await import('../feature.ts');
  compose(features);
  return features;
}

/** The identity provider alone loads no other feature. */
export async function composeIdentity(): Promise<void> {
  const { identityFeature } = await import('../identity/index.ts');
  const { compose } = await import('../feature.ts');
  compose([identityFeature]);
}
