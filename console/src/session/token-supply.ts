// Requests get the current token or a renewed one, and wait while the session has ended. A page belongs to the person
// who opened it: requests that wait are never sent as somebody else.
import type { TokenHint } from '../api/index.ts';
import type { Tokens } from './oauth.ts';

export type SessionState = 'active' | 'ended';

interface Options {
  renew: (tokens: Tokens) => Promise<Tokens | undefined>;
  /** Stores the tokens for a reload of the page. */
  store: (tokens: Tokens | undefined) => void;
  now?: () => number;
}

export class TokenSupply {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  #tokens: Tokens | undefined;
  /** The page stays that person's after the session has ended. */
  #subject: string | undefined;
  #state: SessionState = 'active';
  /** This is the id of the request whose refusal ended the session. */
  #refusedRequest: string | undefined;
  #renewal: Promise<string> | undefined;
  #resumed = Promise.withResolvers<void>();

  constructor(options: Options) {
    this.#options = options;
  }

  get tokens(): Tokens | undefined {
    return this.#tokens;
  }

  get state(): SessionState {
    return this.#state;
  }

  get subject(): string | undefined {
    return this.#subject;
  }

  get refusedRequest(): string | undefined {
    return this.#refusedRequest;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  begin(tokens: Tokens): void {
    this.#subject = tokens.subject;
    this.#store(tokens);
  }

  end(refusedRequest?: string): void {
    this.#refusedRequest = refusedRequest;
    this.#store(undefined);
    this.#setState('ended');
  }

  /** Continues after another sign-in; returns false if somebody else signed in, who must not send these requests. */
  resume(tokens: Tokens): boolean {
    this.#store(tokens);
    if (tokens.subject !== this.#subject) {
      this.#resumed.promise.catch(() => undefined);
      this.#resumed.reject(new Error('Somebody else has signed in, so nothing was sent.'));
      return false;
    }
    this.#setState('active');
    return true;
  }

  /** Returns the current token, a renewed one, or the one after the next sign-in: requests wait, nothing typed is lost. */
  async supply(hint: TokenHint): Promise<string> {
    if (this.#state === 'ended') await this.#resumed.promise;
    const { now = Date.now } = this.#options;
    const tokens = this.#tokens;
    if (tokens && tokens.accessToken !== hint.rejected && now() < tokens.renewAt)
      return tokens.accessToken;
    this.#renewal ??= this.#renew(hint).finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  async #renew(hint: TokenHint): Promise<string> {
    const next = this.#tokens && (await this.#options.renew(this.#tokens));
    if (next) {
      this.#store(next);
      return next.accessToken;
    }
    this.end(hint.requestId);
    return this.supply(hint);
  }

  #store(tokens: Tokens | undefined): void {
    this.#tokens = tokens;
    this.#options.store(tokens);
  }

  #setState(next: SessionState): void {
    if (next === this.#state) return;
    this.#state = next;
    if (next === 'ended') this.#resumed = Promise.withResolvers<void>();
    else this.#resumed.resolve();
    for (const listener of this.#listeners) listener();
  }
}
