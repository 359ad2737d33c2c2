// All ports are checked before anything is prepared, so that one error names every port that cannot be used.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { UsageError } from '../platform/errors.ts';
import type { Config } from '../platform/runtime/config.ts';

export type PortName = 'PORT' | 'AUTH_PORT' | 'METRICS_PORT';

/** The system chooses a free port in place of zero. */
const ANY_PORT = 0;
/** Suggested ports begin here; README.md shows the same ones. */
const FIRST_SUGGESTION = 8090;
const LAST_PORT = 65_535;

/** The code of the error decides the reason. */
const reasons: Record<string, string> = {
  EADDRINUSE: 'is in use by another process',
  EACCES: 'is reserved: this user may not listen on it',
};

/** Listens for a moment. Returns the error if that fails. */
async function tryListening(
  port: number,
  host: string,
): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
  await once(server.close(), 'close');
  return undefined;
}

async function requireOwnAddress(host: string): Promise<void> {
  const error = await tryListening(ANY_PORT, host);
  if (error)
    throw new UsageError(
      `No port can be opened at BIND, which is ${host} (${error.code}). Set it to an address of this machine: 127.0.0.1, or 0.0.0.0 or :: for every interface.`,
    );
}

type Listening = Pick<Config, PortName | 'BIND'>;

/** Returns a sentence for each port that cannot be used. */
async function findFaults(
  config: Listening,
  names: readonly PortName[],
): Promise<Map<PortName, string>> {
  const owners = new Map<number, PortName>();
  const faults = new Map<PortName, string>();
  for (const name of names.filter((one) => config[one] !== ANY_PORT)) {
    const port = config[name];
    const owner = owners.get(port);
    if (owner) {
      faults.set(name, `${owner} and ${name} are both ${port}.`);
      continue;
    }
    owners.set(port, name);
    const { code } = (await tryListening(port, config.BIND)) ?? {};
    if (code) faults.set(name, `Port ${port} (${name}) ${reasons[code] ?? `fails: ${code}`}.`);
  }
  return faults;
}

async function findFreePort(
  from: number,
  host: string,
  chosen: ReadonlySet<number>,
): Promise<number> {
  for (let port = from; port <= LAST_PORT; port += 1)
    if (!chosen.has(port) && !(await tryListening(port, host))) return port;
  return ANY_PORT;
}

/** Names every port, because a port that was set for one command only would be lost. */
async function suggestPorts(
  config: Listening,
  names: readonly PortName[],
  faults: ReadonlyMap<PortName, string>,
  from: number,
): Promise<string[]> {
  const chosen = new Set(names.map((name) => config[name]));
  const assignments: string[] = [];
  for (const name of names) {
    const port = faults.has(name) ? await findFreePort(from, config.BIND, chosen) : config[name];
    chosen.add(port);
    assignments.push(`${name}=${port}`);
  }
  return assignments;
}

/** Refuses ports that are in use, with a line to paste that runs the same command on free ones. */
export async function requireFreePorts(
  config: Listening,
  names: readonly PortName[],
  command: string,
  firstSuggestion = FIRST_SUGGESTION,
): Promise<void> {
  if (names.length === 0) return;
  await requireOwnAddress(config.BIND);
  const faults = await findFaults(config, names);
  if (faults.size === 0) return;
  const assignments = await suggestPorts(config, names, faults, firstSuggestion);
  throw new UsageError(
    `${[...faults.values()].join('\n')}\nUse other ports, for example:\n\n${assignments.join(' ')} ${command}`,
  );
}
