// Runs a Dovecot with settings of its own, in the chroot of the services or on this machine.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { deployTool, toolFolder } from '../deploy-tools.ts';
import { until } from '../processes.ts';
import type { Authority } from '../receivers.ts';

/** The settings of the tests are of this version; as root, Dovecot gives its processes users of their own. */
export function canStartDovecot(service: 'imap' | 'submission'): boolean {
  const tool = deployTool('dovecot');
  if (!tool || process.getuid?.() !== 0) return false;
  if (!existsSync(`${tool.root}/usr/lib/dovecot/${service}-login`)) return false;
  const { stdout } = spawnSync(tool.command, [...tool.words, '--version'], { encoding: 'utf8' });
  return stdout.startsWith('2.4.');
}
export const NO_DOVECOT =
  'Dovecot 2.4 is not installed, or this is not root; see tools/deploy-tools.sh';

export interface DovecotServer {
  version: () => string;
  /** Its files are in this folder. */
  folder: string;
  /** Returns the lines of its log. */
  log: () => string[];
  /** Starts it again after `end`, on the same ports and with the same mail. */
  start: () => Promise<void>;
  /** Ends all connections, and keeps the mail. */
  end: () => Promise<void>;
  /** Ends it and deletes its files. */
  stop: () => Promise<void>;
}

const settingsOf = (folder: string): string => `
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
auth_verbose = yes
listen = 127.0.0.1
ssl = required
ssl_server_cert_file = ${folder}/cert.pem
ssl_server_key_file = ${folder}/key.pem
auth_failure_delay = 0
mail_driver = maildir
mail_path = ${folder}/mail/%{user}
userdb static {
  fields {
    uid = dovecot
    gid = dovecot
    home = ${folder}/mail/%{user}
  }
}
`;

const greets = (port: string): Promise<boolean> => {
  const socket = connect(Number(port), '127.0.0.1');
  return once(socket, 'data')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
};

export interface DovecotOptions {
  /** Dovecot greets at this port as soon as it has started. */
  port: string;
  tls: Pick<Authority, 'key' | 'cert'>;
  /** Returns the settings of the service, given the folder as the processes of Dovecot see it. */
  settings: (folder: string) => string;
  /** Writes the files that the settings name. */
  prepare?: (folder: string) => void;
}

export async function startDovecot({
  port,
  tls,
  settings,
  prepare,
}: DovecotOptions): Promise<DovecotServer> {
  const tool = deployTool('dovecot');
  if (!tool) throw new Error(NO_DOVECOT);
  const { outside, inside, remove } = toolFolder(tool);
  // Other users run its processes, and must read the keys and write the mail.
  chmodSync(outside, 0o755);
  mkdirSync(join(outside, 'mail'));
  chmodSync(join(outside, 'mail'), 0o777);
  writeFileSync(join(outside, 'cert.pem'), tls.cert);
  writeFileSync(join(outside, 'key.pem'), tls.key);
  writeFileSync(join(outside, 'dovecot.conf'), settingsOf(inside) + settings(inside));
  prepare?.(outside);
  let said = '';
  let end = async (): Promise<void> => {};
  const start = async (): Promise<void> => {
    const args = [...tool.words, '-F', '-c', join(inside, 'dovecot.conf')];
    const child = spawn(tool.command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const closed = once(child, 'close');
    // After SIGTERM, open connections would keep some of its processes running for half a minute.
    const kill = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    process.once('exit', kill);
    end = async () => {
      process.removeListener('exit', kill);
      if (child.exitCode === null && child.signalCode === null) kill();
      await closed;
    };
    await until('Dovecot greets', async () => {
      if (child.exitCode !== null) throw new Error(`Dovecot ended: ${said}`);
      return greets(port);
    });
  };
  await start();
  return {
    version: () => /v(\d[\d.]*)/.exec(said)?.[1] ?? '',
    folder: outside,
    log: () => said.split('\n'),
    start,
    end: () => end(),
    stop: async () => {
      await end();
      remove();
    },
  };
}
