// `probe`: asks a process on this machine how it is, for the health checks of containers, whose images need no other
// program for it. It runs every few seconds, so it loads little.
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { UsageError } from '../errors.ts';
import { type Config, settings } from './config.ts';

/** Below the limit of a health check, so that its reason is shown. */
const RESPOND_WITHIN_MS = 2000;

const paths: Record<string, string> = { live: '/livez', ready: '/readyz' };

/** The listener of each command; a worker has that of its metrics only. */
const ports: Record<string, 'PORT' | 'AUTH_PORT' | 'METRICS_PORT'> = {
  start: 'PORT',
  api: 'PORT',
  auth: 'AUTH_PORT',
  worker: 'METRICS_PORT',
};

export const probeUsage = `  probe live|ready    ask the process of this machine whether it is alive or ready, and exit with 1 if not;
                      after it, the command of that process: start (default), api, auth or worker
`;

type Env = Record<string, string | undefined>;

/** Without the rest of the configuration, which a probe does not need. */
function valueOf<Name extends 'BIND' | 'PORT' | 'AUTH_PORT' | 'METRICS_PORT'>(
  env: Env,
  name: Name,
): Config[Name] {
  const { read, fallback } = settings[name];
  return read(env[name] || String(fallback));
}

/** A process that listens on every address is asked on the machine's own. */
const own: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function respond(options: { host: string; port: number; path: string }) {
  return new Promise<{ isOk: boolean; detail: string }>((resolve) => {
    const fail = ({ message }: Error) => resolve({ isOk: false, detail: message });
    const signal = AbortSignal.timeout(RESPOND_WITHIN_MS);
    get({ ...options, agent: false, signal }, (response) => {
      text(response).then((detail) => resolve({ isOk: response.statusCode === 200, detail }), fail);
    }).once('error', fail);
  });
}

/** Returns whether the process is as the probe asks, and what it said. */
export function probe(
  [what = '', command = 'start', ...rest]: readonly string[],
  env: Env,
): Promise<{ isOk: boolean; detail: string }> {
  const path = paths[what];
  const port = ports[command];
  if (path === undefined || port === undefined || rest.length > 0)
    throw new UsageError(`Use it as:\n${probeUsage}`);
  const bind = valueOf(env, 'BIND');
  return respond({ host: own[bind] ?? bind, port: valueOf(env, port), path });
}
