// A mailbox may have its own mail server, which is reached by the rules of egress and over verified TLS.
import type { MailServer } from '../../notifications/index.ts';
import type { ClientGrant } from '../../platform/net/client-tokens.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Login } from './logins.schema.ts';
import { secretOfLogin } from './mailboxes.service.ts';
import type { MailboxRow } from './mailboxes.sql.ts';

export const grantOf = (
  { token_url = '', client_id = '', scope = '' }: Login,
  clientSecret: string,
): ClientGrant => ({ tokenUrl: token_url, clientId: client_id, clientSecret, scope });

export function mailServerOf(deps: Deps, row: MailboxRow): MailServer {
  const { outgoing } = row;
  if (outgoing.kind === 'instance') return deps;
  const { host, port, security, user = '', auth } = outgoing;
  const secret = secretOfLogin(deps.keys, 'outgoing', row);
  const isOauth = auth === 'oauth';
  const credentials = (isOauth ? [user] : [user, secret]).map(encodeURIComponent).join(':');
  const query = [
    ...(isOauth ? ['auth=oauth'] : []),
    ...(security === 'tls' ? [] : ['requireTLS=true']),
  ];
  const { tokenUrl, clientId, scope } = grantOf(outgoing, '');
  return {
    ...deps,
    config: {
      ...deps.config,
      SMTP_URL: `${security === 'tls' ? 'smtps' : 'smtp'}://${credentials}@${host}:${port}?${query.join('&')}`,
      SMTP_OAUTH_TOKEN_URL: tokenUrl,
      SMTP_OAUTH_CLIENT_ID: clientId,
      SMTP_OAUTH_CLIENT_SECRET: isOauth ? secret : '',
      SMTP_OAUTH_SCOPE: scope,
    },
    connect: deps.egress.connect,
    // The secret is in the row, not in a file.
    rereadSecrets: () => {},
  };
}
