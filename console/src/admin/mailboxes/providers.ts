// Providers have known servers and ways to sign in, so that a person enters only what is their own.
import type { LoginValues, Provider } from './login.values.ts';

interface ProviderRow {
  incoming: Partial<LoginValues>;
  outgoing: Partial<LoginValues>;
  /** A mailbox at such a host is one of this provider. */
  hosts: RegExp;
}

const MICROSOFT_SCOPE = 'https://outlook.office365.com/.default';

export const providers: Readonly<Partial<Record<Provider, ProviderRow>>> = {
  microsoft: {
    incoming: {
      host: 'outlook.office365.com',
      port: '993',
      security: 'tls',
      auth: 'oauth',
      scope: MICROSOFT_SCOPE,
    },
    outgoing: { host: 'smtp.office365.com', port: '587', security: 'starttls' },
    hosts: /^outlook\.office365\.com$/,
  },
  google: {
    incoming: { host: 'imap.gmail.com', port: '993', security: 'tls', auth: 'password' },
    outgoing: { host: 'smtp.gmail.com', port: '587', security: 'starttls' },
    hosts: /^imap\.gmail\.com$/,
  },
  zoho: {
    incoming: { host: 'imappro.zoho.com', port: '993', security: 'tls', auth: 'password' },
    outgoing: { host: 'smtppro.zoho.com', port: '587', security: 'starttls' },
    hosts: /^imap(pro)?\.zoho\.[a-z.]+$/,
  },
};

/** The servers of a known provider stand in a folded section. */
export const isKnown = (provider: Provider): boolean => provider in providers;

export const isImap = (provider: Provider): boolean => provider === 'imap' || isKnown(provider);

const TOKEN_URL = /^https:\/\/login\.microsoftonline\.com\/([^/?#]+)\/oauth2\/v2\.0\/token$/;

export const readTenant = (tokenUrl: string): string | undefined => TOKEN_URL.exec(tokenUrl)?.[1];

/** Returns undefined for a provider whose token URL is a field of its own. */
export const tokenUrlOf = ({
  provider,
  tenant,
}: {
  provider: Provider;
  tenant: string;
}): string | undefined =>
  provider === 'microsoft'
    ? `https://login.microsoftonline.com/${encodeURIComponent(tenant.trim())}/oauth2/v2.0/token`
    : undefined;

const isOf = ({ incoming, hosts }: ProviderRow, login: LoginValues): boolean =>
  hosts.test(login.host) &&
  incoming.auth === login.auth &&
  (login.auth === 'password' ||
    (readTenant(login.token_url) !== undefined && login.scope === incoming.scope));

/** A mailbox whose login differs from what the form of its provider can show is one of another server. */
export function providerOf(kind: 'imap' | 'lmtp' | 'api', login: LoginValues): Provider {
  if (kind !== 'imap') return kind;
  const found = Object.entries(providers).find(([, row]) => isOf(row, login));
  return (found?.[0] as Provider | undefined) ?? 'imap';
}
