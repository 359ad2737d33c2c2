// What each API process holds of revocations: it looks every second, so that a change counts within two.
import type { Deps } from '../../platform/runtime/deps.ts';
import type { IsRevoked } from '../../platform/http/guard/auth.ts';
import { startTicker } from '../../platform/runtime/ticker.ts';
import { signingKeySubject } from './revocations.ts';
import { readRevocations, revocationsMark } from './revocations.sql.ts';

const LOOK_SECONDS = 1;

export class Revoked {
  readonly #deps: Deps;
  #least = new Map<string, number>();
  #mark = '';

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** One small question; the list itself only if it has changed. */
  async look(): Promise<void> {
    const mark = await revocationsMark(this.#deps.unprepared);
    if (mark === this.#mark) return;
    const least = new Map<string, number>();
    for (const { subject, generation } of await readRevocations(this.#deps.unprepared)) {
      least.set(subject, Math.max(generation, least.get(subject) ?? 0));
    }
    this.#least = least;
    this.#mark = mark;
  }

  /** An API key and a signing key are subjects too: revoked, they have no generation that counts. */
  readonly has: IsRevoked = ({ id, generation, keyId, signedBy }) =>
    generation < (this.#least.get(id) ?? 0) ||
    (keyId !== undefined && this.#least.has(keyId)) ||
    this.#least.has(signingKeySubject(signedBy));

  start(): { stop: () => Promise<void> } {
    return startTicker(
      [{ name: 'look-for-revocations', everySeconds: LOOK_SECONDS, run: () => this.look() }],
      this.#deps.log,
    );
  }
}
