// Presents registered clients as metadata of the provider, with the claims of their tokens.
import type { AdapterPayload } from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { clientAddress } from '../addresses.ts';
import { clientTable } from '../clients/clients.sql.ts';

/** This member of the client's metadata has the claims of its tokens. */
export const CLIENT_CLAIMS = 'token_claims';

export const API_SCOPE = 'api';
export const PEOPLE_SCOPES = ['openid', 'email', 'profile'];

/** Returns undefined for an inactive client. */
export async function findRegisteredClient(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  id: string,
): Promise<AdapterPayload | undefined> {
  // Basic authentication can contain NUL, which PostgreSQL rejects even in comparisons.
  if (id.includes('\0')) return undefined;
  const row = await clientTable.find(db, id);
  if (!row?.active || !row.secret_hash) return undefined;
  const isInteractive = row.redirect_uris.length > 0;
  return {
    client_id: row.id,
    client_name: row.name,
    // Only the hash is known; `compareBySecretHash` compares it.
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
