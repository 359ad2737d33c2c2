// The headers that every answer has, whoever gives it: a route, the router, or the socket before there is a request.
import type { Config } from '../../runtime/config.ts';
import type { BucketState } from '../../limits/buckets.ts';

/** For answers that are data; a page that needs more says so itself. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const TWO_YEARS = 63_072_000;

/** What a script of the instance's own domain may read of an answer. */
const EXPOSED = [
  'Allow',
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ');

/** Sent with a request from another origin only after the browser was told that it may. */
const ACCEPTED = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
].join(', ');
const PREFLIGHT_SECONDS = 7200;

/**
 * The instance's own domain or one below it, by the same scheme, written as browsers write it. The port does not
 * count. Tokens are sent by scripts and never by the browser itself, so there are no credentials to allow.
 */
export function isOwnOrigin(origin: string | undefined, baseUrl: string): origin is string {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { origin: canonical, protocol, hostname } = new URL(origin);
  const own = new URL(baseUrl);
  // A URL may have other characters in its host, a name in the DNS not: nobody is served at `*`.
  if (!/^[\w.-]+$/.test(hostname)) return false;
  const isBelow = hostname === own.hostname || hostname.endsWith(`.${own.hostname}`);
  return canonical === origin && protocol === own.protocol && isBelow;
}

export type Headers = Record<string, string>;

/** Made once: those that are the same for every answer, and those of an origin of ours. */
export function commonHeaders({ BASE_URL }: Config): (origin: string | undefined) => Headers {
  const always: Headers = {
    vary: 'Origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-site',
    'content-security-policy': DATA_POLICY,
    ...(BASE_URL.startsWith('https:') && {
      'strict-transport-security': `max-age=${TWO_YEARS}`,
    }),
  };
  return (origin) =>
    isOwnOrigin(origin, BASE_URL)
      ? {
          ...always,
          'access-control-allow-origin': origin,
          'access-control-expose-headers': EXPOSED,
        }
      : always;
}

export const preflightHeaders = (methods: readonly string[]): Headers => ({
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': ACCEPTED,
  'access-control-max-age': String(PREFLIGHT_SECONDS),
});

export const limitHeaders = ({ limit, remaining, resetSeconds }: BucketState): Headers => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetSeconds),
});
