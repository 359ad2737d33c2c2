// Announcements of others tell who has which record open; each is valid until it expires.
import type { Presence } from '../api/index.ts';

const nobody: readonly Presence[] = [];

export class PresentPeople {
  /** The keys are ids of records, then addresses of people. */
  readonly #records = new Map<string, Map<string, Presence>>();
  readonly #listeners = new Set<() => void>();
  /** The array is the same until the people change, so that a view can compare it. */
  readonly #shown = new Map<string, readonly Presence[]>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns true if this person was not known to be there. */
  announce(presence: Presence): boolean {
    const { record, actor, mode } = presence;
    const people = this.#records.get(record.id) ?? new Map<string, Presence>();
    const before = people.get(actor);
    people.set(actor, presence);
    this.#records.set(record.id, people);
    if (before?.mode !== mode) this.#notify(record.id);
    return before === undefined;
  }

  of(recordId: string): readonly Presence[] {
    const present = this.#records.get(recordId);
    if (!present) return nobody;
    const known = this.#shown.get(recordId);
    if (known) return known;
    const people = [...present.values()].toSorted((one, other) =>
      one.actor.localeCompare(other.actor),
    );
    this.#shown.set(recordId, people);
    return people;
  }

  /** Removes people who have left. */
  purgeExpired(now: number): void {
    for (const [id, people] of this.#records) {
      const gone = [...people.values()].filter(({ expires_at }) => Date.parse(expires_at) <= now);
      for (const { actor } of gone) people.delete(actor);
      if (people.size === 0) this.#records.delete(id);
      if (gone.length > 0) this.#notify(id);
    }
  }

  #notify(recordId: string): void {
    this.#shown.delete(recordId);
    for (const listener of this.#listeners) listener();
  }
}
