// Whether the announcement of another person at a record is to be answered, so that a newcomer sees who is there at once.
// A person who reloads the page is a newcomer as well: the announcement comes before its time. One who has announced
// something a moment ago does not answer, so that two never answer each other forever.

/** Well within the 45 seconds for which an announcement is valid. */
export const ANNOUNCE_MS = 20_000;
/** Announcements of one interval arrive at slightly different ones. */
const TOLERANCE_MS = 2000;
/** Longer than an answer takes. */
const QUIET_MS = 3000;

export class PresenceAnswers {
  #ownAt = Number.NEGATIVE_INFINITY;
  readonly #lastAt = new Map<string, number>();

  /** I have announced that I am here. */
  announced(now: number): void {
    this.#ownAt = now;
  }

  /** Somebody else has; true if it is to be answered. */
  hear(actor: string, now: number): boolean {
    const last = this.#lastAt.get(actor) ?? Number.NEGATIVE_INFINITY;
    this.#lastAt.set(actor, now);
    const isNewcomer = now - last < ANNOUNCE_MS - TOLERANCE_MS || now - last > 2 * ANNOUNCE_MS;
    return isNewcomer && now - this.#ownAt > QUIET_MS;
  }
}
