// An API process caches revocations and refreshes them every second, so that one takes effect within two. Without tokens
// to check it refreshes them seldom, and the next token waits until they are refreshed.
import { type Cancel, type Clock, systemClock } from '../../platform/clock.ts';
import { sharedRead } from '../../platform/postgres/shared-read.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { IsRevoked } from '../../platform/http/guard/auth.ts';
import { readRevocations, revocationsFingerprint, signingKeySubject } from './revocations.sql.ts';

const TIMES = {
  refreshMs: 1000,
  /** The process is idle after this time without a token to check. */
  idleAfterMs: 10_000,
  /** The interval is short enough that the pool keeps a connection for the next request. */
  idleRefreshMs: 5000,
};

export class RevocationCache {
  readonly #deps: Deps;
  readonly #times: typeof TIMES;
  readonly #clock: Clock;
  readonly #onChanged: () => void;
  #minGeneration = new Map<string, number>();
  #fingerprint = '';
  #usedAt = -Infinity;
  #cancelTimer: Cancel | undefined;
  #polling: Promise<void> | undefined;
  /** A token waits for this poll, because the process was idle before. */
  #pendingPoll: Promise<void> | undefined;
  #isStopped = false;

  /** `onChanged` is called when revocations were added: an open stream should not wait for its next check. */
  constructor(deps: Deps, onChanged: () => void = () => {}, times = TIMES, clock = systemClock) {
    this.#deps = deps;
    this.#onChanged = onChanged;
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
  async #poll(): Promise<void> {
    const fingerprint = await this.#read(revocationsFingerprint);
    if (fingerprint === this.#fingerprint) return;
    const minGeneration = new Map<string, number>();
    for (const { subject, generation } of await this.#read(readRevocations)) {
      minGeneration.set(subject, Math.max(generation, minGeneration.get(subject) ?? 0));
    }
    this.#minGeneration = minGeneration;
    this.#fingerprint = fingerprint;
    this.#onChanged();
  }

  /** After a failure the last known list stays in use. */
  async #refresh(): Promise<void> {
    try {
      await this.#poll();
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
    this.#polling = this.#refresh();
    return this.#polling;
  }

  #use(): void {
    const wasIdle = this.#isIdle();
    this.#usedAt = this.#clock.now();
    if (!wasIdle || this.#cancelTimer === undefined || this.#isStopped) return;
    // A poll in progress may have read before the latest revocation.
    this.#awaitPoll((this.#polling ?? Promise.resolve()).then(() => this.#refreshNow()));
  }

  /** Must be awaited before a token is checked; returns undefined if the list is up to date. */
  readonly whenUpToDate = (): Promise<void> | undefined => {
    this.#use();
    return this.#pendingPoll;
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

  #awaitPoll(polled: Promise<void>): void {
    const pending = polled.finally(() => {
      // If a poll took longer than the idle time, a later token waits for its own poll.
      if (this.#pendingPoll === pending) this.#pendingPoll = undefined;
    });
    this.#pendingPoll = pending;
  }

  start(): { stop: () => Promise<void> } {
    this.#awaitPoll(this.#refreshNow());
    return {
      stop: async () => {
        this.#isStopped = true;
        this.#cancelTimer?.();
        await this.#pendingPoll;
        await this.#polling;
      },
    };
  }
}
