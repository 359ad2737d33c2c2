// An attempt fetches and reads the whole body within the time limit, or fails with a SignalboxError.
import { SignalboxError } from './errors.ts';
import type { Problem } from './generated/schemas.ts';

export interface AttemptOptions {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** A body is parsed JSON, a Blob, or the stream, which is read later and without a time limit. */
export type BodyKind = 'json' | 'file' | 'stream';

export interface Received {
  response: Response;
  body: unknown;
}

const retryAfterOf = (headers: Headers): number | undefined => {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  // Proxies send an HTTP date.
  return Math.max(
    0,
    Number.isNaN(seconds) ? (Date.parse(value) - Date.now()) / 1000 || 0 : seconds,
  );
};

const requestIdOf = (headers: Headers): string | undefined =>
  headers.get('x-request-id') ?? undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the error of a response that is not 2xx: a problem of the service, an OAuth error, or the text of a proxy. */
async function failureOf(response: Response): Promise<SignalboxError> {
  const { status, headers } = response;
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const fault = {
    status,
    requestId: requestIdOf(headers),
    retryAfterSeconds: retryAfterOf(headers),
  };
  if (isObject(body) && typeof body['code'] === 'string') {
    const problem = body as unknown as Problem;
    return new SignalboxError(problem.code, problem.detail || problem.title, { ...fault, problem });
  }
  if (isObject(body) && typeof body['error'] === 'string') {
    const { error, error_description: detail = '' } = body as Record<string, string>;
    return new SignalboxError('no_token', `No token: ${error}. ${detail}`, fault);
  }
  const location = headers.get('location');
  if (location || response.type === 'opaqueredirect')
    return new SignalboxError(
      'invalid_response',
      `${response.url} redirects to ${location ?? 'another address'}: set baseUrl to the final address.`,
      fault,
    );
  return status === 304
    ? new SignalboxError('not_modified', 'The record has not changed.', fault)
    : new SignalboxError('invalid_response', `Status ${status}: ${text.slice(0, 200)}`, fault);
}

async function readBody(response: Response, kind: BodyKind): Promise<unknown> {
  if (kind === 'stream') return response.body;
  if (kind === 'file') return response.blob();
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    const { status, headers } = response;
    throw new SignalboxError(
      'invalid_response',
      `The response is not JSON: ${text.slice(0, 200)}`,
      { status, requestId: requestIdOf(headers) },
    );
  }
}

/** The faults of `fetch` and of reading a body have no types: anything but the time limit is the network. */
const faultOf = (error: unknown, isLate: boolean, url: string, timeoutMs: number) =>
  isLate
    ? new SignalboxError('timeout', `No response from ${url} within ${timeoutMs} ms.`, {
        cause: error,
      })
    : new SignalboxError('network_error', `No complete response from ${url}: ${String(error)}`, {
        cause: error,
      });

export async function attempt(
  url: string,
  init: RequestInit,
  kind: BodyKind,
  { fetch, timeoutMs, signal }: AttemptOptions,
): Promise<Received> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  try {
    // A redirect could take a secret to another host, and turns a POST into a GET.
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: controller.signal,
    });
    if (!response.ok) throw await failureOf(response);
    return { response, body: await readBody(response, kind) };
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof SignalboxError ? error : faultOf(error, isLate, url, timeoutMs);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
