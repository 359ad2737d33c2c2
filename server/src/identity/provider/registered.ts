// A registered client as the provider knows it, with what its tokens say of it.
import type { AdapterPayload } from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { clientAddress } from '../addresses.ts';
import { clients } from '../clients/clients.sql.ts';

/** Claims of a client's tokens, carried as metadata of the client. */
export const CLIENT_CLAIMS = 'token_claims';

export const API_SCOPE = 'api';
export const PEOPLE_SCOPES = ['openid', 'email', 'profile'];

/** An inactive client is as good as none. */
export async function findRegisteredClient(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  id: string,
): Promise<AdapterPayload | undefined> {
  // Basic authentication can bring any character; PostgreSQL takes no NUL, not even to compare.
  if (id.includes('\0')) return undefined;
  const row = await clients.find(db, id);
  if (!row?.active || !row.secret_hash) return undefined;
  const isInteractive = row.redirect_uris.length > 0;
  return {
    client_id: row.id,
    client_name: row.name,
    // Its hash: comparing is ours too (see compareBySecretHash).
    client_secret: row.secret_hash.toString('base64url'),
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: [
      'client_credentials',
      ...(isInteractive ? ['authorization_code', 'refresh_token'] : []),
    ],
    response_types: isInteractive ? ['code'] : [],
    redirect_uris: row.redirect_uris,
    scope: [...(isInteractive ? PEOPLE_SCOPES : []), API_SCOPE].join(' '),
    [CLIENT_CLAIMS]: {
      email: row.email ?? clientAddress(config, row.id),
      roles: row.roles,
      gen: row.token_generation,
    },
  };
}
