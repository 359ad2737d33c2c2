// The body of a form, read with a bound.
import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 56 * 1024;

export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export const isForm = ({ headers }: IncomingMessage): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');

/** Nothing that is too long or no form has fields. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const body = isForm(request) ? await readBody(request) : undefined;
  return new URLSearchParams(body?.toString() ?? '');
}
