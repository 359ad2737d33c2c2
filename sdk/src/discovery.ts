// Finds the token endpoint of an instance: its metadata (RFC 9728) names the provider, whose own document names the
// endpoint. A malicious instance can name the provider of another one and would be sent the tokens for that one. Its
// metadata must therefore name the address that was asked for, and tokens are requested for that address only.
import { SignalboxError } from './errors.ts';
import type { SendPlain } from './tokens.ts';

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

const canonical = (url: unknown): string | undefined =>
  typeof url === 'string' && URL.canParse(url) ? withoutSlash(new URL(url).href) : undefined;

/** Returns whether the `resource` of the metadata is the address that was asked for (RFC 9728, 3.3). */
export const isResource = (resource: unknown, baseUrl: string): boolean =>
  canonical(resource) !== undefined && canonical(resource) === canonical(baseUrl);

export interface TokenEndpoint {
  url: string;
  /** The resource is absent for an `authUrl` of the options, whose instance may have another address for this client. */
  resource?: string | undefined;
}

export async function discoverTokenEndpoint(
  send: SendPlain,
  { baseUrl, authUrl }: { baseUrl: string; authUrl?: string | undefined },
): Promise<TokenEndpoint> {
  if (authUrl) return { url: `${withoutSlash(authUrl)}/oauth2/token` };
  const metadata = (await send(`${baseUrl}/.well-known/oauth-protected-resource`)) as {
    resource?: string;
    authorization_servers?: string[];
  };
  const [issuer] = metadata.authorization_servers ?? [];
  if (!issuer)
    throw new SignalboxError('no_token', `${baseUrl} names no identity provider; set authUrl.`);
  if (!isResource(metadata.resource, baseUrl))
    throw new SignalboxError(
      'no_token',
      `${baseUrl} gives its address as ${metadata.resource ?? 'nothing'}; set baseUrl to the public address of the instance, or set authUrl.`,
    );
  const provider = (await send(`${withoutSlash(issuer)}/.well-known/openid-configuration`)) as {
    token_endpoint?: string;
  };
  if (!provider.token_endpoint)
    throw new SignalboxError('no_token', `${issuer} names no token endpoint.`);
  return { url: provider.token_endpoint, resource: baseUrl };
}
