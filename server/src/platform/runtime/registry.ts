// An engine that knows no feature looks up by name what features offer to it. `compose` in server/src/feature.ts fills all
// registries when a process starts, before anything else runs.

export class Registry<Name extends string, Offer> {
  readonly #what: string;
  #offers: ReadonlyMap<Name, Offer> | undefined;

  constructor(what: string) {
    this.#what = what;
  }

  set(offers: Iterable<readonly [Name, Offer]>): void {
    this.#offers = new Map(offers);
  }

  /** An unfilled registry must not look like one of features that offer nothing. */
  get #filled(): ReadonlyMap<Name, Offer> {
    if (this.#offers) return this.#offers;
    throw new Error(`The ${this.#what} of the features are not known yet: call compose() first.`);
  }

  get(name: Name): Offer | undefined {
    return this.#filled.get(name);
  }

  all(): Offer[] {
    return [...this.#filled.values()];
  }
}
