// Normalises the request URL for the router.
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors.ts';
import { maskAddresses } from '../../runtime/log.ts';

export const API_ROOT = '/prod/api';
export const CURRENT_VERSION = `${API_ROOT}/v1`;

/** Links use the versioned URL of an API path. */
export const apiUrl = (baseUrl: string, path: string): string =>
  `${baseUrl}${CURRENT_VERSION}${path}`;

/** Examples in the documentation use this instance. */
export const EXAMPLE_BASE_URL = 'https://desk.example.com';
export const exampleUrl = (path: string): string => apiUrl(EXAMPLE_BASE_URL, path);

/** The unversioned prefix is an alias of the current version; one router serves both. */
const withoutVersion = (url: string): string =>
  url.startsWith(`${CURRENT_VERSION}/`) ? API_ROOT + url.slice(CURRENT_VERSION.length) : url;

/** A server must also accept `GET http://host/path` (RFC 9112, 3.2.2); only the path matters. */
const withoutOrigin = (target: string): string => {
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(target) ?? [''];
  const path = target.slice(origin.length);
  return origin === '' || path.startsWith('/') ? path : `/${path}`;
};

/** Returns the URL for the router. Links are built from `originalUrl`. */
export function routedUrl(request: IncomingMessage & { originalUrl?: string }): string {
  const url = withoutOrigin(request.url ?? '/');
  request.originalUrl = url;
  return withoutVersion(url);
}

/** Returns the URL without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/';

/** No path of the API ends with a slash. */
export const isApiPathWithSlash = (url: string): boolean =>
  url.startsWith(`${API_ROOT}/`) && pathOf(url).endsWith('/');

export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Masks the URL of an inbound webhook even if it is percent-encoded. */
export function loggedPath(url: string): string {
  const path = pathOf(url);
  const plain = path.replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  const masked = maskAddresses(plain);
  return masked === plain ? path : masked;
}

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** The framework validates the path but reads invalid escapes in a query as text. */
export function requireReadableUrl({ raw, originalUrl }: FastifyRequest): void {
  if (raw.httpVersionMajor !== 1)
    throw new ApiError('malformed_request', `HTTP/1.1 is required, not ${raw.httpVersion}.`);
  if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
    throw new ApiError('malformed_request', 'The Host header is missing.');
  const start = originalUrl.indexOf('?');
  if (start !== -1 && !isDecodable(originalUrl.slice(start)))
    throw new ApiError('malformed_request', 'The query is not percent-encoded UTF-8.');
}
