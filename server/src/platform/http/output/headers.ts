// Every response has these headers, whether from a route, the router, or the socket before there is a request.
import type { Config } from '../../runtime/config.ts';
import type { BucketState } from '../../limits/buckets.ts';

/** Data responses have this policy; pages set their own. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const TWO_YEARS = 63_072_000;

/** A script of the instance's own domain may read these response headers. */
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

/** A browser may send these request headers from another origin. */
const ACCEPTED = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Traceparent',
  'X-Request-Id',
].join(', ');
const PREFLIGHT_SECONDS = 7200;

/**
 * Accepts the instance's own domain and subdomains, with the same scheme and any port, in the form that browsers send.
 * Tokens are sent by scripts and never by the browser itself, so credentials need not be allowed.
 */
export function isOwnOrigin(origin: string | undefined, baseUrl: string): origin is string {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { origin: canonical, protocol, hostname } = new URL(origin);
  const own = new URL(baseUrl);
  // A URL may have other characters in its host, such as `*`, but a DNS name may not.
  if (!/^[\w.-]+$/.test(hostname)) return false;
  const isBelow = hostname === own.hostname || hostname.endsWith(`.${own.hostname}`);
  return canonical === origin && protocol === own.protocol && isBelow;
}

export type Headers = Record<string, string>;

/** Builds once the headers that are the same for every response, and adds those for an allowed origin. */
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
