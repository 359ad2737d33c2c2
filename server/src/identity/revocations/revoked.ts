// In-memory revocations of an API process, refreshed every second so that a change takes effect within two.
import type { Deps } from '../../platform/runtime/deps.ts';
import type { IsRevoked } from '../../platform/http/guard/auth.ts';
import { startTicker } from '../../platform/runtime/ticker.ts';
import { signingKeySubject } from './revocations.ts';
import { readRevocations, revocationsMark } from './revocations.sql.ts';

const REFRESH_SECONDS = 1;

export class Revoked {
  readonly #deps: Deps;
  #minGeneration = new Map<string, number>();
  #mark = '';

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Queries a fingerprint, and the list only if it has changed. */
  async look(): Promise<void> {
    const mark = await revocationsMark(this.#deps.unprepared);
    if (mark === this.#mark) return;
    const minGeneration = new Map<string, number>();
    for (const { subject, generation } of await readRevocations(this.#deps.unprepared)) {
      minGeneration.set(subject, Math.max(generation, minGeneration.get(subject) ?? 0));
    }
    this.#minGeneration = minGeneration;
    this.#mark = mark;
  }

  /** API keys, sessions and signing keys are subjects too; once revoked, no generation of theirs is valid. */
  readonly has: IsRevoked = ({ id, generation, keyId, sessionId, signedBy }) =>
    generation < (this.#minGeneration.get(id) ?? 0) ||
    [keyId, sessionId].some((one) => one !== undefined && this.#minGeneration.has(one)) ||
    this.#minGeneration.has(signingKeySubject(signedBy));

  start(): { stop: () => Promise<void> } {
    return startTicker(
      [{ name: 'look-for-revocations', everySeconds: REFRESH_SECONDS, run: () => this.look() }],
      this.#deps.log,
    );
  }
}
