// Reads form bodies up to a maximum size.
import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 56 * 1024;

export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export const isForm = ({ headers }: IncomingMessage): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');

/** Returns no fields if the body is too large or not a form. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const body = isForm(request) ? await readBody(request) : undefined;
  return new URLSearchParams(body?.toString() ?? '');
}
