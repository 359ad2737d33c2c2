// The gateway with the configuration that is shipped, in front of processes of a test: only names, ports, certificates
// and the folder of its files are replaced.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { until } from './processes.ts';
import { makeAuthority } from './receivers.ts';

const shipped = new URL('../../../deploy/gateway/nginx.conf', import.meta.url);

export const API_NAME = 'desk.example.com';
const AUTH_NAME = 'login.example.com';

export const canStartGateway = (): boolean => spawnSync('nginx', ['-v']).status === 0;

export interface Gateway {
  url: string;
  /** The authority of its certificate. */
  ca: Buffer;
  /** Errors of its log, except that a process was not listening, for which it tries the other. */
  errors: () => string[];
  stop: () => Promise<void>;
}

interface Upstreams {
  apis: readonly string[];
  auth: string;
}

/** Fails if the shipped file no longer has the text: a replacement that does nothing would hide it. */
function replaced(text: string, pairs: readonly (readonly [RegExp, string])[]): string {
  return pairs.reduce((result, [pattern, by]) => {
    if (!pattern.test(result)) throw new Error(`nginx.conf does not contain ${pattern}`);
    return result.replaceAll(new RegExp(pattern, 'g'), by);
  }, text);
}

export async function startGateway({ apis, auth }: Upstreams): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-gateway-'));
  const authority = makeAuthority(`DNS:${API_NAME},DNS:${AUTH_NAME}`);
  const port = await freePort();
  const config = replaced(readFileSync(shipped, 'utf8'), [
    [/api-1:8080/, `127.0.0.1:${apis[0]}`],
    [/api-2:8080/, `127.0.0.1:${apis[1]}`],
    [/auth:8081/, `127.0.0.1:${auth}`],
    [/listen 8443/, `listen 127.0.0.1:${port}`],
    [/\/etc\/nginx\/certificates\/tls\.crt/, authority.certFile],
    [/\/etc\/nginx\/certificates\/tls\.key/, authority.keyFile],
    [/\/tmp\/nginx/, `${folder}/nginx`],
    [/\/dev\/stdout/, `${folder}/access.log`],
    [/error_log stderr warn/, `error_log ${folder}/error.log warn`],
  ]);
  const errorLog = join(folder, 'error.log');
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config);
  const args = ['-p', folder, '-c', file, '-g', 'daemon off;'];
  const child: ChildProcess = spawn('nginx', args, { stdio: 'ignore' });
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
    });
  await until('the gateway listens', isOpen, 10);
  return {
    url: `https://127.0.0.1:${port}`,
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
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
