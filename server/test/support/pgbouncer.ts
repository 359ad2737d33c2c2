// Starts a PgBouncer in transaction mode in front of a database; tools/deploy-tools.sh installs it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { deployTool, toolFolder } from './deploy-tools.ts';
import { freePort } from './ports.ts';
import { until } from './processes.ts';

export const canStartPgBouncer = (): boolean => deployTool('pgbouncer') !== undefined;
export const NO_PGBOUNCER = 'PgBouncer is not installed; see tools/deploy-tools.sh';

export interface PgBouncer {
  url: string;
  version: string;
  stop: () => Promise<void>;
}

/** `settings` are added to the lines of pgbouncer.ini that every test needs. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<PgBouncer> {
  const tool = deployTool('pgbouncer');
  if (!tool) throw new Error(NO_PGBOUNCER);
  const folder = toolFolder(tool);
  // PgBouncer does not run as root, and must read its files as another user.
  chmodSync(folder.outside, 0o755);
  const target = new URL(databaseUrl);
  const name = target.pathname.slice(1);
  const port = await freePort();
  const password = decodeURIComponent(target.password);
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: join(folder.inside, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: '8',
    max_client_conn: '200',
    ...settings,
  };
  writeFileSync(join(folder.outside, 'users.txt'), `"${target.username}" "${password}"\n`);
  writeFileSync(
    join(folder.outside, 'pgbouncer.ini'),
    [
      '[databases]',
      `${name} = host=${target.hostname} port=${target.port} dbname=${name}`,
      '[pgbouncer]',
      ...Object.entries(lines).map(([key, value]) => `${key} = ${value}`),
      '',
    ].join('\n'),
  );
  const args = [...tool.words, '-u', 'nobody', join(folder.inside, 'pgbouncer.ini')];
  const child = spawn(tool.command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`);
    const client = new pg.Client(url.href);
    client.on('error', () => {});
    const connected = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    return connected;
  };
  await until('PgBouncer accepts a connection', isUp);
  return {
    url: url.href,
    version: /PgBouncer (\d[\d.]*)/i.exec(said)?.[1] ?? '',
    stop: async () => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
      folder.remove();
    },
  };
}
