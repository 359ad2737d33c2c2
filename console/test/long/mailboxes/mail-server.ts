// A real Dovecot, and an endpoint that issues access tokens for it: the identity provider of the instance, over TLS.
import { registerClient, systemContext } from '../../../../server/src/identity/index.ts';
import { type ImapServer, startImap } from '../../../../server/test/support/dovecot/imap.ts';
import type { Instance, Json } from '../../../../server/test/support/harness.ts';
import { authority, startReceiver } from '../../../../server/test/support/receivers.ts';

export interface MailServer {
  imap: ImapServer;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  stop: () => Promise<void>;
}

/** The user of the tokens is `tokenUser`. */
export async function startMailServer(
  { deps }: Instance,
  passwords: Record<string, string>,
  tokenUser: string,
): Promise<MailServer> {
  const { AUTH_URL } = deps.config;
  const { keys } = (await (await fetch(`${AUTH_URL}/jwks`)).json()) as Json;
  const imap = await startImap({
    passwords,
    tokens: { issuer: AUTH_URL, keys },
    tls: authority(),
  });
  const { row, secret } = await deps.db.transaction().execute((tx) =>
    registerClient(tx, systemContext(deps, 'tests'), deps.config, {
      name: 'mail',
      email: tokenUser,
      roles: ['itsm_manager'],
    }),
  );
  const receiver = await startReceiver(async ({ path, body }, response) => {
    if (path !== '/token') {
      response.writeHead(404).end();
      return;
    }
    const given = await fetch(`${AUTH_URL}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(body.toString()),
    });
    response.writeHead(given.status).end(await given.text());
  });
  return {
    imap,
    tokenUrl: new URL('/token', receiver.url).href,
    clientId: row.id,
    clientSecret: secret,
    stop: async () => {
      await imap.stop();
      await receiver.close();
    },
  };
}
