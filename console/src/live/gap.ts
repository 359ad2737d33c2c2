// After a long interruption of the stream, reading the state is cheaper than reading the missed events.
const MAX_GAP_MS = 5 * 60_000;

export class GapClock {
  #lostAt: number | undefined;

  start(at: number): void {
    this.#lostAt ??= at;
  }

  /** Returns whether the interruption was too long. */
  end(at: number): boolean {
    const isLong = this.#lostAt !== undefined && at - this.#lostAt > MAX_GAP_MS;
    this.#lostAt = undefined;
    return isLong;
  }
}
