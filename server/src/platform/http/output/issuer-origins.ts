// The console and the reference may send requests only to known origins of the identity provider. An external provider
// may have its token endpoint at another origin than its issuer, so its discovery document is read.
const TIMEOUT_MS = 3000;
const MAX_AGE_MS = 600_000;
/** After a failure the last known origins are used for this long. */
const RETRY_MS = 30_000;
const MAX_BYTES = 256 * 1024;

/** The pages send requests to these endpoints; pages that they open need no permission. */
const ENDPOINTS = ['token_endpoint', 'revocation_endpoint', 'userinfo_endpoint'] as const;

const isLoopback = ({ hostname }: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Returns undefined for anything but https, or http on the same machine. An origin contains no character that ends a directive. */
function originOf(endpoint: unknown): string | undefined {
  const url = typeof endpoint === 'string' ? URL.parse(endpoint) : null;
  if (!url) return undefined;
  const isTrusted = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
  return isTrusted ? url.origin : undefined;
}

async function discover(issuer: string, fetch: typeof globalThis.fetch): Promise<string[]> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  });
  const text = await response.text();
  if (response.status !== 200 || text.length > MAX_BYTES) {
    throw new Error(`the discovery document responded ${response.status}`);
  }
  const document = JSON.parse(text) as Partial<Record<string, unknown>>;
  return ENDPOINTS.flatMap((name) => originOf(document[name]) ?? []);
}

export interface IssuerOriginsOptions {
  issuer: string;
  /** The built-in provider is not foreign: it has all its endpoints at one origin. */
  isForeign: boolean;
  now: () => number;
  fetch?: typeof globalThis.fetch;
  onFailure?: (error: unknown) => void;
}

/** Returns the origins to which the pages may send requests. */
export type IssuerOrigins = () => Promise<string[]>;

/** Fetches the discovery document at most once at a time. Without one, the issuer's own origin is used. */
export function issuerOrigins({
  issuer,
  isForeign,
  now,
  fetch = globalThis.fetch,
  onFailure,
}: IssuerOriginsOptions): IssuerOrigins {
  const own = new URL(issuer).origin;
  let known = [own];
  let readAgainAt = -Infinity;
  let reading: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    try {
      known = [...new Set([own, ...(await discover(issuer, fetch))])];
      readAgainAt = now() + MAX_AGE_MS;
    } catch (error) {
      readAgainAt = now() + RETRY_MS;
      onFailure?.(error);
    }
  };

  return async () => {
    if (isForeign && now() >= readAgainAt) {
      reading ??= read().finally(() => (reading = undefined));
      await reading;
    }
    return known;
  };
}
