// Runs the gateway with the shipped configuration in front of processes of a test: only names, ports, certificates and
// the folder of its files are replaced.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type DeployTool, deployTool, type ToolFolder, toolFolder } from './deploy-tools.ts';
import { freePort } from './ports.ts';
import { until } from './processes.ts';
import { type Authority, makeAuthority } from './receivers.ts';

const shipped = new URL('../../../deploy/gateway/nginx.conf', import.meta.url);

export const API_NAME = 'desk.example.com';
const AUTH_NAME = 'login.example.com';

/** Earlier versions resolve the names of upstream servers only once. */
const MIN_VERSION = [1, 27, 3];

function nginx(): DeployTool | undefined {
  const tool = deployTool('nginx');
  if (!tool) return undefined;
  const { stderr } = spawnSync(tool.command, [...tool.words, '-v'], { encoding: 'utf8' });
  const version = (/nginx\/([\d.]+)/.exec(stderr)?.[1] ?? '').split('.').map(Number);
  const at = MIN_VERSION.findIndex((part, index) => part !== version[index]);
  return at < 0 || (version[at] ?? 0) > (MIN_VERSION[at] ?? 0) ? tool : undefined;
}

export const NO_GATEWAY = `nginx ${MIN_VERSION.join('.')} or later is not installed`;
export const canStartGateway = (): boolean => nginx() !== undefined;

export interface Gateway {
  url: string;
  /** The certificate is signed by this authority. */
  ca: Buffer;
  /** Returns the errors in its log, except refused connections, after which it tries the other process. */
  errors: () => string[];
  stop: () => Promise<void>;
}

interface Upstreams {
  apis: readonly string[];
  auth: string;
}

/** Throws if the shipped file no longer contains a pattern, so that no replacement is skipped silently. */
function replaceEach(text: string, pairs: readonly (readonly [RegExp, string])[]): string {
  return pairs.reduce((result, [pattern, by]) => {
    if (!pattern.test(result)) throw new Error(`nginx.conf does not contain ${pattern}`);
    return result.replaceAll(new RegExp(pattern, 'g'), by);
  }, text);
}

type Pairs = readonly (readonly [RegExp, string])[];

/** Writes the file and its certificates to a folder that nginx can read, and replaces only the paths in it. */
function writeFile(text: string, { outside, inside }: ToolFolder, authority: Authority): string {
  // nginx runs its worker processes as another user.
  chmodSync(outside, 0o755);
  copyFileSync(authority.certFile, join(outside, 'tls.crt'));
  copyFileSync(authority.keyFile, join(outside, 'tls.key'));
  const config = replaceEach(text, [
    [/\/etc\/nginx\/certificates/, inside],
    [/\/tmp\/nginx/, `${inside}/nginx`],
    [/\/dev\/stdout/, `${inside}/access.log`],
    [/error_log stderr warn/, `error_log ${inside}/error.log warn`],
  ]);
  writeFileSync(join(outside, 'nginx.conf'), config);
  return join(inside, 'nginx.conf');
}

/** Checks a file with `nginx -t`, without starting nginx. */
export function checkGatewayFile(text: string): { status: number | null; faults: string } {
  const tool = nginx();
  if (!tool) throw new Error(NO_GATEWAY);
  const folder = toolFolder(tool);
  try {
    const file = writeFile(text, folder, makeAuthority(`DNS:${API_NAME},DNS:${AUTH_NAME}`));
    const { status, stderr } = spawnSync(
      tool.command,
      [...tool.words, '-t', '-q', '-p', folder.inside, '-c', file],
      { encoding: 'utf8' },
    );
    return { status, faults: stderr.trim() };
  } finally {
    folder.remove();
  }
}

const isOpen = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host, () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });

async function start(host: string, port: string, pairs: Pairs): Promise<Gateway> {
  const tool = nginx();
  if (!tool) throw new Error(NO_GATEWAY);
  const folder = toolFolder(tool);
  const authority = makeAuthority(`DNS:${API_NAME},DNS:${AUTH_NAME}`);
  const file = writeFile(replaceEach(readFileSync(shipped, 'utf8'), pairs), folder, authority);
  const args = ['-p', folder.inside, '-c', file, '-g', 'daemon off;'];
  const child: ChildProcess = spawn(tool.command, [...tool.words, ...args], { stdio: 'ignore' });
  await until('the gateway listens', () => isOpen(Number(port), host));
  const errorLog = join(folder.outside, 'error.log');
  return {
    url: `https://${host}:${port}`,
    ca: readFileSync(authority.caFile),
    errors: () =>
      existsSync(errorLog)
        ? readFileSync(errorLog, 'utf8')
            .split('\n')
            .filter((line) => line !== '' && !line.includes('111: Connection refused'))
        : [],
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      folder.remove();
    },
  };
}

/** Starts the gateway in front of processes on ports of this machine. */
export async function startGateway({ apis, auth }: Upstreams): Promise<Gateway> {
  const port = await freePort();
  return start('127.0.0.1', port, [
    [/api-1:8080/, `127.0.0.1:${apis[0]}`],
    [/api-2:8080/, `127.0.0.1:${apis[1]}`],
    [/auth:8081/, `127.0.0.1:${auth}`],
    [/listen 8443/, `listen 127.0.0.1:${port}`],
  ]);
}

/** Keeps the upstream names and ports of the file; the resolver at `resolverPort` knows their addresses. */
export const startGatewayAt = (host: string, resolverPort: number): Promise<Gateway> =>
  start(host, '8443', [
    [/listen 8443/, `listen ${host}:8443`],
    [/resolver 127\.0\.0\.11 valid=5s/, `resolver 127.0.0.1:${resolverPort} valid=1s`],
  ]);
