// The command `probe` serves health checks of containers, whose images need no other program for it. It runs every few
// seconds, so it loads little.
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { UsageError } from '../platform/errors.ts';
import { type Config, settings } from '../platform/runtime/config.ts';
import type { Command } from './command.ts';

/** The timeout is below that of a health check, so that the reason is shown. */
const RESPOND_WITHIN_MS = 2000;

const paths: Record<string, string> = { live: '/livez', ready: '/readyz' };

/** Each command is probed on one of its ports; a worker has only that of its metrics. */
const ports: Record<string, 'PORT' | 'AUTH_PORT' | 'METRICS_PORT'> = {
  start: 'PORT',
  api: 'PORT',
  auth: 'AUTH_PORT',
  worker: 'METRICS_PORT',
};

export const probeUsage = `  probe live|ready    check whether a process on this machine is alive or ready, and exit with 1 if not;
                      name its command after it: start (default), api, auth or worker
`;

type Env = Record<string, string | undefined>;

/** Reads one setting, because a probe does not need the rest of the configuration. */
function valueOf<Name extends 'BIND' | 'PORT' | 'AUTH_PORT' | 'METRICS_PORT'>(
  env: Env,
  name: Name,
): Config[Name] {
  const { read, fallback } = settings[name];
  return read(env[name] || String(fallback));
}

/** A process that listens on every address is probed on the loopback address. */
const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function sendProbe(options: { host: string; port: number; path: string }) {
  return new Promise<{ isOk: boolean; detail: string }>((resolve) => {
    const fail = ({ message }: Error) => resolve({ isOk: false, detail: message });
    const signal = AbortSignal.timeout(RESPOND_WITHIN_MS);
    get({ ...options, agent: false, signal }, (response) => {
      text(response).then((detail) => resolve({ isOk: response.statusCode === 200, detail }), fail);
    }).once('error', fail);
  });
}

/** Returns whether the process is alive or ready, and the body of its response. */
function probe(
  [what = '', command = 'start', ...rest]: readonly string[],
  env: Env,
): Promise<{ isOk: boolean; detail: string }> {
  const path = paths[what];
  const port = ports[command];
  if (path === undefined || port === undefined || rest.length > 0)
    throw new UsageError(`Usage:\n${probeUsage}`);
  const bind = valueOf(env, 'BIND');
  return sendProbe({ host: loopback[bind] ?? bind, port: valueOf(env, port), path });
}

export const run: Command = async (args, { env }) => {
  const { isOk, detail } = await probe(args, env);
  console.log(detail);
  if (!isOk) process.exitCode = 1;
};
