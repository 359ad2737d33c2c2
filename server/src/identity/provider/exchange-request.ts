// Adds the client_id, which is always the same, to API key exchanges that omit it.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { API_KEY_CLIENT, TOKEN_EXCHANGE } from '../clients/clients.builtin.ts';
import { isForm, readBody } from '../pages/form.ts';

const isTokenRequest = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  url?.split('?', 1)[0] === '/oauth2/token' &&
  headers.authorization === undefined;

/** Copies the request with another body, for the provider to read. */
function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, socket } = request;
  const headers = { ...request.headers, 'content-length': String(body.length) };
  const { originalUrl } = request as { originalUrl?: string };
  return Object.assign(Readable.from([body], { objectMode: false }), {
    method,
    url,
    headers,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    socket,
    ...(originalUrl && { originalUrl }),
  }) as unknown as IncomingMessage;
}

/** No parameter of OAuth may contain NUL (RFC 6749, appendix A), and PostgreSQL cannot store it. */
const hasNul = (encoded: Buffer | string): boolean =>
  encoded.includes('\0') || encoded.includes('%00');

export interface Refusal {
  status: 400 | 413;
  error_description: string;
}

const refusals = {
  tooLong: { status: 413, error_description: 'The request body is too large.' },
  hasNul: { status: 400, error_description: 'A parameter contains a NUL character.' },
} as const satisfies Record<string, Refusal>;

/** Returns the request to pass on to the provider, or the reason to refuse it. */
export async function withClientId(request: IncomingMessage): Promise<IncomingMessage | Refusal> {
  if (hasNul(request.url ?? '')) return refusals.hasNul;
  if (request.method !== 'POST' || !isForm(request)) return request;
  const body = await readBody(request);
  if (!body) return refusals.tooLong;
  if (hasNul(body)) return refusals.hasNul;
  if (!isTokenRequest(request)) return withBody(request, body);
  const form = new URLSearchParams(body.toString());
  if (form.get('grant_type') !== TOKEN_EXCHANGE || form.has('client_id'))
    return withBody(request, body);
  return withBody(request, Buffer.concat([body, Buffer.from(`&client_id=${API_KEY_CLIENT}`)]));
}
