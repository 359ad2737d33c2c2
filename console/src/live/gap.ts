// How long a stream was interrupted. After a long interruption reading the state is cheaper than the missed events.
const MAX_GAP_MS = 5 * 60_000;

export class GapClock {
  #lostAt: number | undefined;

  lost(at: number): void {
    this.#lostAt ??= at;
  }

  /** Whether the interruption that has ended was too long. */
  connected(at: number): boolean {
    const isLong = this.#lostAt !== undefined && at - this.#lostAt > MAX_GAP_MS;
    this.#lostAt = undefined;
    return isLong;
  }
}
