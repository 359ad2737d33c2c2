// In-memory revocations of an API process, refreshed every second so that a change takes effect within two. Without
// tokens to check they are refreshed seldom, and the next token waits until they are.
import type { Deps } from '../../platform/runtime/deps.ts';
import type { IsRevoked } from '../../platform/http/guard/auth.ts';
import { signingKeySubject } from './revocations.ts';
import { readRevocations, revocationsMark } from './revocations.sql.ts';

const TIMES = {
  refreshMs: 1000,
  /** Without a token to check for this long. */
  idleAfterMs: 10_000,
  /** Soon enough that the pool keeps a connection for the next request. */
  idleRefreshMs: 5000,
};

export class Revoked {
  readonly #deps: Deps;
  readonly #times: typeof TIMES;
  #minGeneration = new Map<string, number>();
  #mark = '';
  #usedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  /** The look that a token waits for, because the process was idle before. */
  #waking: Promise<void> | undefined;
  #isStopped = false;

  constructor(deps: Deps, times = TIMES) {
    this.#deps = deps;
    this.#times = times;
  }

  #isIdle(): boolean {
    return performance.now() - this.#usedAt > this.#times.idleAfterMs;
  }

  /** Queries a fingerprint, and the list only if it has changed. */
  async #look(): Promise<void> {
    const mark = await revocationsMark(this.#deps.unprepared);
    if (mark === this.#mark) return;
    const minGeneration = new Map<string, number>();
    for (const { subject, generation } of await readRevocations(this.#deps.unprepared)) {
      minGeneration.set(subject, Math.max(generation, minGeneration.get(subject) ?? 0));
    }
    this.#minGeneration = minGeneration;
    this.#mark = mark;
  }

  /** A failure leaves the last known list. */
  async #refresh(): Promise<void> {
    try {
      await this.#look();
    } catch (error) {
      this.#deps.log.error({ err: error, tick: 'look-for-revocations' }, 'tick.failed');
    }
    if (this.#isStopped) return;
    const { refreshMs, idleRefreshMs } = this.#times;
    const pauseMs = this.#isIdle() ? idleRefreshMs : refreshMs;
    this.#timer = setTimeout(() => void this.#refreshNow(), pauseMs);
  }

  #refreshNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#looking = this.#refresh();
    return this.#looking;
  }

  #use(): void {
    const wasIdle = this.#isIdle();
    this.#usedAt = performance.now();
    if (!wasIdle || this.#timer === undefined || this.#isStopped) return;
    // A look in progress may have read before the latest revocation.
    this.#wake((this.#looking ?? Promise.resolve()).then(() => this.#refreshNow()));
  }

  /** To be awaited before a token is checked; undefined if the list is up to date. */
  readonly upToDate = (): Promise<void> | undefined => {
    this.#use();
    return this.#waking;
  };

  /** API keys, sessions and signing keys are subjects too; once revoked, no generation of theirs is valid. */
  readonly has: IsRevoked = ({ id, generation, keyId, sessionId, signedBy }) => {
    this.#use();
    return (
      generation < (this.#minGeneration.get(id) ?? 0) ||
      [keyId, sessionId].some((one) => one !== undefined && this.#minGeneration.has(one)) ||
      this.#minGeneration.has(signingKeySubject(signedBy))
    );
  };

  #wake(looked: Promise<void>): void {
    this.#waking = looked.finally(() => (this.#waking = undefined));
  }

  start(): { stop: () => Promise<void> } {
    this.#wake(this.#refreshNow());
    return {
      stop: async () => {
        this.#isStopped = true;
        clearTimeout(this.#timer);
        await this.#waking;
        await this.#looking;
      },
    };
  }
}
