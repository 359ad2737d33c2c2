// While the issuer's key set (JWKS) cannot be fetched, the last good one is used: jose, which fetches and reads it, would
// fail, but an outage of the issuer must not turn valid tokens into invalid ones.
import { createRemoteJWKSet, customFetch, errors } from 'jose';
import type { FetchImplementation, JWTVerifyGetKey } from 'jose';
import { afterAwake, systemClock } from '../../clock.ts';

export interface KeySetOptions {
  /** Returns milliseconds since 1970. */
  now?: () => number;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
  /** Called after each fetch that failed. */
  onFailure?: (error: unknown) => void;
}

const FETCH_TIMEOUT_MS = 3000;
const MAX_BYTES = 512 * 1024;
const MAX_AGE_MS = 600_000;
/** After this time, every token that the issuer signed before its outage has expired. */
const MAX_STALE_MS = 86_400_000;
/** A token that names an unknown key causes a fetch, at most this often. */
const COOLDOWN_MS = 30_000;
export const RETRY_SECONDS = 5;

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`the key set has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** jose bounds no size, and its timeout also counts time in which this process could not run. */
const boundedFetch =
  (fetch: typeof globalThis.fetch, timeoutMs: number): FetchImplementation =>
  async (url, options) => {
    const timeout = new AbortController();
    const cancel = afterAwake(systemClock, timeoutMs, () =>
      timeout.abort(new Error(`the key set did not arrive within ${timeoutMs} ms`)),
    );
    try {
      const response = await fetch(url, { ...options, signal: timeout.signal });
      if (response.status === 200) return new Response(await readBounded(response));
      await response.body?.cancel();
      throw new Error(`the key set responded ${response.status}`);
    } finally {
      cancel();
    }
  };

export function remoteKeySet(
  url: string,
  {
    now = Date.now,
    timeoutMs = FETCH_TIMEOUT_MS,
    fetch = globalThis.fetch,
    onFailure = () => {},
  }: KeySetOptions = {},
): JWTVerifyGetKey {
  // For jose the set never expires, so that every fetch is one of reload() below: jose has no clock that tests can set.
  const keys = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: Infinity,
    cooldownDuration: Infinity,
    [customFetch]: boundedFetch(fetch, timeoutMs),
  });
  let fetchedAt = -Infinity;
  let failedAt: number | undefined;
  let pending: Promise<void> | undefined;
  const age = () => now() - fetchedAt;

  const reload = async () => {
    try {
      await keys.reload();
      fetchedAt = now();
      failedAt = undefined;
    } catch (error) {
      failedAt = now();
      onFailure(error);
    } finally {
      pending = undefined;
    }
  };
  /** Never rejects. Concurrent requests share one fetch, and after a failure the next fetch is delayed. */
  const refresh = async () => {
    if (failedAt === undefined || now() - failedAt >= RETRY_SECONDS * 1000)
      await (pending ??= reload());
  };

  return async (header, token) => {
    if (age() >= MAX_AGE_MS) {
      const refreshed = refresh();
      // While fetches fail, use the last good set without waiting: a hanging issuer must not slow down every request.
      if (failedAt === undefined || fetchedAt === -Infinity) await refreshed;
    }
    if (age() >= MAX_STALE_MS) throw new Error('there is no current key set');
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || age() < COOLDOWN_MS) throw error;
    }
    await refresh();
    // The key may be a new one that only a successful fetch would return.
    if (failedAt !== undefined) throw new Error('the key may be newer than the last good key set');
    return keys(header, token);
  };
}
