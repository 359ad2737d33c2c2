// In-memory revocations of an API process, refreshed every second so that a change takes effect within two. Without
// tokens to check they are refreshed seldom, and the next token waits until they are.
import { type Cancel, type Clock, systemClock } from '../../platform/clock.ts';
import { sharedRead } from '../../platform/postgres/shared-read.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { IsRevoked } from '../../platform/http/guard/auth.ts';
import { readRevocations, revocationsMark, signingKeySubject } from './revocations.sql.ts';

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
  readonly #clock: Clock;
  #minGeneration = new Map<string, number>();
  #mark = '';
  #usedAt = -Infinity;
  #cancelTimer: Cancel | undefined;
  #looking: Promise<void> | undefined;
  /** The look that a token waits for, because the process was idle before. */
  #waking: Promise<void> | undefined;
  #isStopped = false;

  constructor(deps: Deps, times = TIMES, clock = systemClock) {
    this.#deps = deps;
    this.#times = times;
    this.#clock = clock;
  }

  #isIdle(): boolean {
    return this.#clock.now() - this.#usedAt > this.#times.idleAfterMs;
  }

  #read<T>(from: (db: Db) => Promise<T>): Promise<T> {
    return sharedRead(() => from(this.#deps.db));
  }

  /** Queries a fingerprint, and the list only if it has changed. */
  async #look(): Promise<void> {
    const mark = await this.#read(revocationsMark);
    if (mark === this.#mark) return;
    const minGeneration = new Map<string, number>();
    for (const { subject, generation } of await this.#read(readRevocations)) {
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
      this.#deps.log.error({ err: error, work: 'poll-for-revocations' }, 'work.failed');
    }
    if (this.#isStopped) return;
    const { refreshMs, idleRefreshMs } = this.#times;
    const pauseMs = this.#isIdle() ? idleRefreshMs : refreshMs;
    this.#cancelTimer = this.#clock.after(pauseMs, () => void this.#refreshNow());
  }

  #refreshNow(): Promise<void> {
    this.#cancelTimer?.();
    this.#looking = this.#refresh();
    return this.#looking;
  }

  #use(): void {
    const wasIdle = this.#isIdle();
    this.#usedAt = this.#clock.now();
    if (!wasIdle || this.#cancelTimer === undefined || this.#isStopped) return;
    // A look in progress may have read before the latest revocation.
    this.#wake((this.#looking ?? Promise.resolve()).then(() => this.#refreshNow()));
  }

  /** To be awaited before a token is checked; undefined if the list is up to date. */
  readonly upToDate = (): Promise<void> | undefined => {
    this.#use();
    return this.#waking;
  };

  /** API keys, sessions and signing keys are subjects too; once revoked, no generation of theirs is valid. */
  readonly has: IsRevoked = ({ id, generation, client, keyId, sessionId, signedBy }) => {
    this.#use();
    return (
      generation < (this.#minGeneration.get(id) ?? 0) ||
      (client !== undefined && client.generation < (this.#minGeneration.get(client.id) ?? 0)) ||
      [keyId, sessionId].some((one) => one !== undefined && this.#minGeneration.has(one)) ||
      this.#minGeneration.has(signingKeySubject(signedBy))
    );
  };

  #wake(looked: Promise<void>): void {
    const waking = looked.finally(() => {
      // Where a look took longer than the idle time, a later token waits for a look of its own.
      if (this.#waking === waking) this.#waking = undefined;
    });
    this.#waking = waking;
  }

  start(): { stop: () => Promise<void> } {
    this.#wake(this.#refreshNow());
    return {
      stop: async () => {
        this.#isStopped = true;
        this.#cancelTimer?.();
        await this.#waking;
        await this.#looking;
      },
    };
  }
}
