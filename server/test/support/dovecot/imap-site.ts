// Processes of the service read mailboxes of a Dovecot, each through a proxy of its own, which can cut and pause it.
import type { OwnPostgres } from '../own-postgres.ts';
import type { Json } from '../harness.ts';
import { AUTHSERV_ID, mailOf } from '../mail-site.ts';
import { type PausingProxy, startPausingProxy } from '../pausing-proxy.ts';
import { until } from '../processes.ts';
import { authority } from '../receivers.ts';
import { type Site, startSite } from '../site.ts';
import { type ImapServer, startImap } from './imap.ts';
import type { TokenIssuer } from './tokens.ts';

export const PASSWORD = 'a-password-of-the-desk';

export interface ReadMailbox {
  id: string;
  address: string;
  proxy: PausingProxy;
  /** Delivers the mail with this number. */
  deliver: (n: number) => void;
}

export interface ImapSite {
  site: Site;
  imap: ImapServer;
  /** Members of `incoming` replace the login with the password. Resolves when a worker reads the mailbox. */
  addMailbox: (address: string, incoming?: Json) => Promise<ReadMailbox>;
  stop: () => Promise<void>;
}

interface ImapSiteOptions {
  workers: number;
  postgres?: OwnPostgres;
  /** These users have the password. */
  users: readonly string[];
  /** Tokens of the identity provider are accepted, too. */
  acceptsTokens?: boolean;
}

async function keysOf({ issuer }: Site): Promise<TokenIssuer> {
  const response = await fetch(`${issuer.url}/jwks`);
  const { keys } = (await response.json()) as Json;
  return { issuer: issuer.url, keys };
}

export async function startImapSite({
  workers,
  postgres,
  users,
  acceptsTokens = false,
}: ImapSiteOptions): Promise<ImapSite> {
  const site = await startSite({ workers, postgres, env: { CA_FILE: authority().caFile } });
  const imap = await startImap({
    passwords: Object.fromEntries(users.map((user) => [user, PASSWORD])),
    ...(acceptsTokens && { tokens: await keysOf(site) }),
    tls: authority(),
  });
  const date = new Date();
  const proxies: PausingProxy[] = [];
  const addMailbox: ImapSite['addMailbox'] = async (address, incoming) => {
    const proxy = await startPausingProxy(`imap://localhost:${imap.tlsPort}`);
    proxies.push(proxy);
    const { id } = await site.sendUntilFinal('POST', '/mailboxes', {
      address,
      name: 'IT help',
      record_type: 'incident',
      incoming: {
        kind: 'imap',
        host: 'localhost',
        port: Number(proxy.port),
        user: address,
        ...(incoming ?? { password: PASSWORD }),
      },
      trust: { authserv_id: AUTHSERV_ID },
    });
    await until(`a worker reads ${address}`, async () => {
      const [row] = await site.sql('select uid_validity from mailboxes where id = $1', [id]);
      return row.uid_validity !== null;
    });
    return { id, address, proxy, deliver: (n) => imap.deliver(address, mailOf(n, date, address)) };
  };
  return {
    site,
    imap,
    addMailbox,
    stop: async () => {
      await site.stop();
      for (const proxy of proxies) proxy.close();
      await imap.stop();
    },
  };
}
