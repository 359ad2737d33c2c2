// From the address of the instance to the token endpoint: RFC 9728 names the provider, whose own document the endpoint.
import { SignalboxError } from './errors.ts';
import type { SendPlain } from './tokens.ts';

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

export async function discoverTokenEndpoint(
  send: SendPlain,
  { baseUrl, authUrl }: { baseUrl: string; authUrl?: string | undefined },
): Promise<string> {
  if (authUrl) return `${withoutSlash(authUrl)}/oauth2/token`;
  const resource = (await send(`${baseUrl}/.well-known/oauth-protected-resource`)) as {
    authorization_servers?: string[];
  };
  const [issuer] = resource.authorization_servers ?? [];
  if (!issuer)
    throw new SignalboxError('no_token', `${baseUrl} names no identity provider; set authUrl.`);
  const provider = (await send(`${withoutSlash(issuer)}/.well-known/openid-configuration`)) as {
    token_endpoint?: string;
  };
  if (!provider.token_endpoint)
    throw new SignalboxError('no_token', `${issuer} names no token endpoint.`);
  return provider.token_endpoint;
}
