// Requests to identity providers leave by the egress, which checks the address and follows no redirect. Their time and
// size are limited, so that a provider that is slow or hostile delays nobody for long.
import type { CustomFetch } from 'openid-client';
import { systemClock } from '../../platform/clock.ts';
import { type Egress, withTimeout } from '../../platform/net/egress.ts';

export class UnreachableError extends Error {}

export const WITHIN_SECONDS = 5;
/** Key sets and discovery documents of large providers have some 20 kB. */
const MAX_BYTES = 262_144;

async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`the response has more than ${MAX_BYTES} bytes`);
  }
  return Buffer.concat(chunks);
}

/** A body that was read is passed on without the header of its compression. */
const headersOf = (response: Response): Record<string, string> => ({
  'content-type': response.headers.get('content-type') ?? '',
});

export const boundedFetch =
  ({ fetch }: Pick<Egress, 'fetch'>): CustomFetch =>
  async (url, { method, headers, body }) => {
    try {
      return await withTimeout(
        systemClock,
        { timeoutMs: WITHIN_SECONDS * 1000 },
        async (signal) => {
          const response = await fetch(url, { method, headers, signal, ...(body && { body }) });
          const bytes = await readBounded(response.body as AsyncIterable<Uint8Array> | null);
          const { status } = response;
          return new Response(bytes.length > 0 ? bytes : null, {
            status,
            headers: headersOf(response),
          });
        },
      );
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      throw new UnreachableError(`${new URL(url).host}: ${reason}`, { cause: error });
    }
  };
