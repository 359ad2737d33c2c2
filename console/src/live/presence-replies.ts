// Everybody at a record replies to the announcement of a newcomer, who thus sees at once who is there. A person who
// reloads the page is a newcomer as well: the announcement comes before its time. A person who has just announced does
// not reply, so that two never reply to each other forever.

/** The interval is well within the 45 seconds for which an announcement is valid. */
export const ANNOUNCE_MS = 20_000;
/** Regular announcements arrive at slightly irregular intervals. */
const TOLERANCE_MS = 2000;
/** A reply takes less time. */
const QUIET_MS = 3000;

export class PresenceReplies {
  #ownAt = Number.NEGATIVE_INFINITY;
  readonly #lastAt = new Map<string, number>();

  /** Notes that this person has announced itself. */
  noteOwn(now: number): void {
    this.#ownAt = now;
  }

  /** Returns true if the announcement of somebody else needs a reply. */
  hear(actor: string, now: number): boolean {
    const last = this.#lastAt.get(actor) ?? Number.NEGATIVE_INFINITY;
    this.#lastAt.set(actor, now);
    const isNewcomer = now - last < ANNOUNCE_MS - TOLERANCE_MS || now - last > 2 * ANNOUNCE_MS;
    return isNewcomer && now - this.#ownAt > QUIET_MS;
  }
}
