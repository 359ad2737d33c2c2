// The issuer's published keys (JWKS): fetched when needed, one fetch at a time, and the last good set is kept while
// fetches fail. An outage of the issuer must not turn valid tokens into invalid ones.
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { afterAwake, systemClock } from '../../clock.ts';

/** Tokens cannot be verified: there is no key set, or it is not current. */
class KeySetUnavailable extends Error {}

export interface KeySetOptions {
  /** Milliseconds since 1970. */
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

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`the key set has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function fetchKeys(
  url: URL,
  { timeoutMs, fetch }: Pick<Required<KeySetOptions>, 'timeoutMs' | 'fetch'>,
): Promise<JWTVerifyGetKey> {
  const timeout = new AbortController();
  const cancel = afterAwake(systemClock, timeoutMs, () =>
    timeout.abort(new Error(`the key set did not arrive within ${timeoutMs} ms`)),
  );
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: timeout.signal,
      headers: { accept: 'application/json, application/jwk-set+json' },
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`the key set responded ${response.status}`);
    }
    return createLocalJWKSet(JSON.parse(await readBounded(response)) as JSONWebKeySet);
  } finally {
    cancel();
  }
}

class RemoteKeySet {
  readonly #url: URL;
  readonly #options: Required<KeySetOptions>;
  #keys: JWTVerifyGetKey | undefined;
  #fetchedAt = -Infinity;
  /** Error of the last fetch, if it failed. */
  #failedAt: number | undefined;
  #pending: Promise<void> | undefined;

  constructor(url: URL, options: KeySetOptions) {
    this.#url = url;
    this.#options = {
      now: Date.now,
      timeoutMs: FETCH_TIMEOUT_MS,
      fetch: globalThis.fetch,
      onFailure: () => {},
      ...options,
    };
  }

  #age(): number {
    return this.#options.now() - this.#fetchedAt;
  }

  #isFailing(): boolean {
    return this.#failedAt !== undefined;
  }

  async #fetch(): Promise<void> {
    const { now, onFailure } = this.#options;
    try {
      this.#keys = await fetchKeys(this.#url, this.#options);
      this.#fetchedAt = now();
      this.#failedAt = undefined;
    } catch (error) {
      this.#failedAt = now();
      onFailure(error);
    }
  }

  /** Never rejects. Concurrent requests share one fetch, and after a failure the next fetch is delayed. */
  async #refresh(): Promise<void> {
    const since = this.#options.now() - (this.#failedAt ?? -Infinity);
    if (since < RETRY_SECONDS * 1000) return;
    this.#pending ??= this.#fetch().finally(() => {
      this.#pending = undefined;
    });
    await this.#pending;
  }

  async #current(): Promise<JWTVerifyGetKey> {
    if (this.#age() >= MAX_AGE_MS) {
      const refreshed = this.#refresh();
      // While fetches fail, use the last good set without waiting: a hanging issuer must not slow down every request.
      if (!this.#keys || !this.#isFailing()) await refreshed;
    }
    if (!this.#keys || this.#age() >= MAX_STALE_MS) throw new KeySetUnavailable();
    return this.#keys;
  }

  readonly find: JWTVerifyGetKey = async (header, token) => {
    const keys = await this.#current();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.#age() < COOLDOWN_MS) throw error;
    }
    await this.#refresh();
    // The key may be a new one that only a successful fetch would return.
    if (this.#isFailing()) throw new KeySetUnavailable();
    return (await this.#current())(header, token);
  };
}

export const remoteKeySet = (url: string, options: KeySetOptions = {}): JWTVerifyGetKey =>
  new RemoteKeySet(new URL(url), options).find;
