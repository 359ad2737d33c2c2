// Starts Dovecot's submission service, which accepts access tokens (XOAUTH2) and relays mail to another server;
// tools/deploy-tools.sh installs it.
import { spawn, spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:net';
import { deployTool, toolFolder } from './deploy-tools.ts';
import { freePort } from './ports.ts';
import { until } from './processes.ts';
import type { Authority } from './receivers.ts';

/** The settings below are of this version; as root, Dovecot gives its processes users of their own. */
export function canStartDovecot(): boolean {
  const tool = deployTool('dovecot');
  if (!tool || process.getuid?.() !== 0) return false;
  const { stdout } = spawnSync(tool.command, [...tool.words, '--version'], { encoding: 'utf8' });
  return stdout.startsWith('2.4.');
}
export const NO_DOVECOT =
  'Dovecot 2.4 is not installed, or this is not root; see tools/deploy-tools.sh';

interface Jwk {
  kid?: string;
  alg?: string;
}

interface DovecotOptions {
  /** Tokens of this issuer are accepted if one of its keys signed them; the claim `email` is the user. */
  issuer: string;
  keys: readonly Jwk[];
  relayPort: string;
  tls: Pick<Authority, 'key' | 'cert'>;
}

export interface Dovecot {
  /** TLS begins with STARTTLS at this port. */
  port: string;
  /** TLS begins with the first byte at this port. */
  tlsPort: string;
  version: string;
  /** Returns the lines of its log. */
  log: () => string[];
  stop: () => Promise<void>;
}

const settingsOf = (
  folder: string,
  { issuer, relayPort, port, tlsPort }: DovecotOptions & Pick<Dovecot, 'port' | 'tlsPort'>,
): string => `
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
auth_verbose = yes
listen = 127.0.0.1
protocols = submission
ssl = required
ssl_server_cert_file = ${folder}/cert.pem
ssl_server_key_file = ${folder}/key.pem
auth_mechanisms = xoauth2
auth_failure_delay = 0
mail_driver = maildir
mail_path = ${folder}/mail
userdb static {
  fields {
    uid = dovecot
    gid = dovecot
    home = ${folder}/mail
  }
}
oauth2 {
  introspection_mode = local
  issuers = ${issuer}
  username_attribute = email
}
oauth2_local_validation {
  dict fs {
    fs posix {
      prefix = ${folder}/keys/
    }
  }
}
submission_relay_host = 127.0.0.1
submission_relay_port = ${relayPort}
service submission-login {
  inet_listener submission {
    port = ${port}
  }
  inet_listener submissions {
    port = ${tlsPort}
    ssl = yes
  }
}
`;

/** Dovecot looks for the key of a token by its algorithm and id. */
function writeKeys(folder: string, keys: readonly Jwk[]): void {
  for (const key of keys) {
    const place = join(folder, 'keys', 'default', key.alg ?? 'ES256');
    mkdirSync(place, { recursive: true });
    const pem = createPublicKey({ key, format: 'jwk' } as never).export({
      type: 'spki',
      format: 'pem',
    });
    writeFileSync(join(place, key.kid ?? ''), pem);
  }
}

const greets = (port: string): Promise<boolean> => {
  const socket = connect(Number(port), '127.0.0.1');
  return once(socket, 'data')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
};

export async function startDovecot(options: DovecotOptions): Promise<Dovecot> {
  const tool = deployTool('dovecot');
  if (!tool) throw new Error(NO_DOVECOT);
  const folder = toolFolder(tool);
  // Other users run its processes, and must read the keys.
  chmodSync(folder.outside, 0o755);
  const [port, tlsPort] = [await freePort(), await freePort()];
  writeKeys(folder.outside, options.keys);
  mkdirSync(join(folder.outside, 'mail'), { mode: 0o777 });
  chmodSync(join(folder.outside, 'mail'), 0o777);
  writeFileSync(join(folder.outside, 'cert.pem'), options.tls.cert);
  writeFileSync(join(folder.outside, 'key.pem'), options.tls.key);
  writeFileSync(
    join(folder.outside, 'dovecot.conf'),
    settingsOf(folder.inside, { ...options, port, tlsPort }),
  );
  const args = [...tool.words, '-F', '-c', join(folder.inside, 'dovecot.conf')];
  const child = spawn(tool.command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const closed = once(child, 'close');
  await until('Dovecot greets', async () => {
    if (child.exitCode !== null) throw new Error(`Dovecot ended: ${said}`);
    return greets(port);
  });
  return {
    port,
    tlsPort,
    version: /v(\d[\d.]*)/.exec(said)?.[1] ?? '',
    log: () => said.split('\n'),
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
      folder.remove();
    },
  };
}
