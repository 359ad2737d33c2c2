// Starts the attack in its own network namespace: see ssrf.process.ts.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../support/report.ts';

/** Every address belongs to this machine, and no route leads out. */
const NETWORK =
  'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo';

export const canMakeNetwork = (): boolean =>
  spawnSync('unshare', ['-n', '--', 'sh', '-c', NETWORK]).status === 0;

/** These settings must be ignored: a proxy would deliver to addresses that nobody checked. */
const PROXIES = {
  HTTP_PROXY: 'http://93.184.216.35:3128',
  HTTPS_PROXY: 'http://93.184.216.35:3128',
  ALL_PROXY: 'http://93.184.216.35:3128',
  NO_PROXY: '127.0.0.1,localhost',
  NODE_USE_ENV_PROXY: '1',
};

export async function proveSsrf(options: {
  payloads: number;
  flips: number;
  seed: number;
}): Promise<Report> {
  const path = `/tmp/signalbox-ssrf-${process.pid}.sock`;
  const database = new URL(process.env['DATABASE_URL'] ?? '');
  const forward = createServer((near) => {
    const far = connect(Number(database.port || 5432), database.hostname);
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
  }).listen(path);
  const file = fileURLToPath(new URL('ssrf.process.ts', import.meta.url));
  const { seed, payloads, flips } = options;
  const args = [file, path, String(seed), String(payloads), String(flips)];
  const child = spawn(
    'unshare',
    ['-n', '--', 'sh', '-c', `${NETWORK} && exec "$0" "$@"`, process.execPath, ...args],
    {
      env: { ...process.env, ...PROXIES },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  forward.close();
  rmSync(path, { force: true });
  if (code !== 0) throw new Error(`seed ${seed}: the attack ended with ${code}: ${output}`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Report;
}
