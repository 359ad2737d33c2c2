// A real Postfix, which OpenDKIM signs for: it delivers mail of the desk's domain by LMTP, and all other mail to a mailbox
// of the test.
import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { connect } from 'node:net';
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.ts';
import { until } from './processes.ts';

const script = fileURLToPath(new URL('../../../tools/mail-server.sh', import.meta.url));

/** Tells whether Postfix and OpenDKIM are available. */
export function hasMailServer(): boolean {
  try {
    execFileSync('bash', [script, 'fetch'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

interface Ports {
  smtp: number;
  milter: number;
  /** Mail to the domain of the desk is delivered here. */
  lmtp: number;
  /** Mail to other domains is sent here. */
  sink: number;
}

interface Domains {
  /** Mailboxes of the desk have this domain. */
  desk: string;
  /** Mail from this domain is signed. */
  people: string;
}

const mainOf = (folder: string, { milter, lmtp, sink }: Ports, { desk }: Domains): string => `
compatibility_level = 3.11
queue_directory = ${folder}/queue
data_directory = ${folder}/data
daemon_directory = /usr/lib/postfix/sbin
command_directory = /usr/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = mx.${desk}
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
maillog_file = ${folder}/log
maillog_file_prefixes = /srv
alias_maps =
alias_database =
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
virtual_mailbox_domains = ${desk}
virtual_transport = lmtp:inet:127.0.0.1:${lmtp}
relayhost = [127.0.0.1]:${sink}
smtpd_milters = inet:127.0.0.1:${milter}
milter_default_action = tempfail
minimal_backoff_time = 1s
queue_run_delay = 1s
`;

const services = [
  'pickup unix n - n 60 1 pickup',
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'verify unix - - n - 1 verify',
  'proxymap unix - - n - - proxymap',
  'smtp unix - - n - - smtp',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'lmtp unix - - n - - lmtp',
  'anvil unix - - n - 1 anvil',
  'scache unix - - n - 1 scache',
  'postlog unix-dgram n - n - 1 postlogd',
];

const signingOf = (folder: string, { milter }: Ports, { people }: Domains): string => `
Syslog no
Mode s
Domain ${people}
Selector test
KeyFile ${folder}/key.pem
Socket inet:${milter}@127.0.0.1
Canonicalization relaxed/relaxed
SignHeaders From,To,Cc,Subject,Date,Message-ID,In-Reply-To,References
OversignHeaders From
`;

export interface MailServer {
  /** People send their mail here. */
  port: number;
  /** The DNS record with the public key, by name. */
  keyRecord: { name: string; text: string };
  stop: () => Promise<void>;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export async function startMailServer(
  { lmtp, sink }: Pick<Ports, 'lmtp' | 'sink'>,
  domains: Domains,
): Promise<MailServer> {
  const ports = { lmtp, sink, smtp: Number(await freePort()), milter: Number(await freePort()) };
  const folder = execFileSync('bash', [script, 'folder'], { encoding: 'utf8' }).trim();
  // The servers see the folder from inside the chroot.
  const inside = join('/srv', basename(folder));
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const files = {
    'main.cf': mainOf(inside, ports, domains),
    'master.cf': [`${ports.smtp} inet n - n - - smtpd`, ...services, ''].join('\n'),
    'opendkim.conf': signingOf(inside, ports, domains),
    'key.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  const servers = spawn('bash', [script, 'run', folder], { stdio: 'ignore' });
  const exit = new Promise((resolve) => servers.once('exit', resolve));
  await until('Postfix and OpenDKIM', async () =>
    (await Promise.all([ports.smtp, ports.milter].map(accepts))).every(Boolean),
  );
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return {
    port: ports.smtp,
    keyRecord: {
      name: `test._domainkey.${domains.people}`,
      text: `v=DKIM1; k=rsa; p=${key}`,
    },
    stop: async () => {
      servers.kill();
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
