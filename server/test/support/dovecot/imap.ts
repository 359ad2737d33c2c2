// Starts Dovecot's IMAP service with users of the test: mail arrives in their Maildirs, and the server can be restored.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '../ports.ts';
import {
  canStartDovecot,
  type DovecotOptions,
  type DovecotServer,
  NO_DOVECOT,
  startDovecot,
} from './server.ts';
import { type TokenIssuer, tokenSettings, writeKeys } from './tokens.ts';

const script = fileURLToPath(new URL('../../../../tools/mail-server.sh', import.meta.url));

/** Installs Dovecot in the chroot of the services if there is one. Returns why no test can start it, else false. */
export function missingImap(): string | false {
  try {
    execFileSync('bash', [script, 'fetch'], { stdio: 'ignore' });
  } catch {
    // It may be installed on this machine.
  }
  return !canStartDovecot('imap') && NO_DOVECOT;
}

interface ImapOptions extends Pick<DovecotOptions, 'tls'> {
  /** Maps each user to a password. */
  passwords?: Record<string, string>;
  tokens?: TokenIssuer;
  /** A login with an access token uses this mechanism. */
  tokenMechanism?: 'xoauth2' | 'oauthbearer';
}

export interface ImapServer extends Omit<DovecotServer, 'folder'> {
  /** TLS begins with STARTTLS at this port. */
  port: string;
  /** TLS begins with the first byte at this port. */
  tlsPort: string;
  /** The change is in effect after two seconds. */
  setPasswords: (passwords: Record<string, string>) => void;
  /** Puts a mail in the inbox of the user, as a mail server would. */
  deliver: (user: string, raw: string | Uint8Array) => void;
  /** Restarts the server without the numbers of the inbox: every mail gets another UID, below another UIDVALIDITY. */
  renumber: (user: string) => Promise<void>;
}

const settingsOf = (
  folder: string,
  mechanisms: string,
  { port, tlsPort }: Pick<ImapServer, 'port' | 'tlsPort'>,
): string => `
protocols = imap
auth_mechanisms = ${mechanisms}
# All connections of the tests come from one address.
mail_max_userip_connections = 1000
passdb passwd-file {
  passwd_file_path = ${folder}/users
  default_password_scheme = plain
}
service imap {
  process_limit = 1000
}
service imap-login {
  # A process for each connection would take most of the memory.
  restart_request_count = unlimited
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
`;

/** Replaces the file, because Dovecot reads it again when its time has changed. */
function writeUsers(folder: string, passwords: Record<string, string>): void {
  const lines = Object.entries(passwords).map(([user, password]) => `${user}:${password}\n`);
  writeFileSync(join(folder, 'users.new'), lines.join(''));
  renameSync(join(folder, 'users.new'), join(folder, 'users'));
}

function makeMaildir(folder: string): void {
  for (const name of ['', 'tmp', 'new', 'cur']) {
    mkdirSync(join(folder, name), { recursive: true });
    chmodSync(join(folder, name), 0o777);
  }
}

export async function startImap({
  passwords = {},
  tokens,
  tokenMechanism = 'xoauth2',
  tls,
}: ImapOptions): Promise<ImapServer> {
  const ports = { port: await freePort(), tlsPort: await freePort() };
  const { folder, ...server } = await startDovecot({
    port: ports.port,
    tls,
    settings: (inside) =>
      (tokens ? tokenSettings(inside, tokens) : '') +
      settingsOf(inside, `plain login ${tokens ? tokenMechanism : ''}`, ports),
    prepare: (outside) => {
      if (tokens) writeKeys(outside, tokens);
      writeUsers(outside, passwords);
    },
  });
  const made = new Set<string>();
  const inboxOf = (user: string): string => {
    const inbox = join(folder, 'mail', user);
    if (!made.has(user)) makeMaildir(inbox);
    made.add(user);
    return inbox;
  };
  let delivered = 0;
  return {
    ...ports,
    ...server,
    setPasswords: (changed) => writeUsers(folder, changed),
    deliver: (user, raw) => {
      const inbox = inboxOf(user);
      delivered += 1;
      const name = `${Math.floor(Date.now() / 1000)}.M${String(delivered).padStart(8, '0')}.test`;
      writeFileSync(join(inbox, 'tmp', name), raw);
      renameSync(join(inbox, 'tmp', name), join(inbox, 'new', name));
    },
    renumber: async (user) => {
      await server.end();
      const inbox = inboxOf(user);
      for (const name of readdirSync(inbox))
        if (/^dovecot[.-](uidlist|index)/.test(name)) rmSync(join(inbox, name));
      await server.start();
    },
  };
}
