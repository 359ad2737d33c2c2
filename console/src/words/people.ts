// People are named by the directory. The addresses that a page asks for within a frame are read in one request, and each
// name is cached for minutes. Until it is known, and for clients, people who have left and readers who may not read the
// directory, the name is made from the address, which nearly always gives the same text.

/** Returns names by address; unknown addresses are left out. */
export type ReadNames = (addresses: readonly string[]) => Promise<Iterable<[string, string]>>;

interface KnownName {
  name: string | undefined;
  /** The name is read again after this time, in milliseconds. */
  until: number;
}

const FRAME_MS = 16;
const CACHE_MS = 5 * 60_000;
/** A failed read is repeated after this time. */
const RETRY_MS = 60_000;
/** One request of the directory takes at most this many. */
const MAX_ADDRESSES = 100;
const MAX_LENGTH = 254;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The service itself uses these addresses. */
const services: Readonly<Record<string, string>> = {
  ai: 'Assistant',
  bootstrap: 'First start',
  'command-line': 'Command line',
  demonstration: 'Demonstration',
  'password-page': 'Password page',
  rules: 'Signalbox',
  system: 'Signalbox',
};

/** Makes "Luca Brandt" of luca.brandt@example.com; a client is called by its id: monitoring@clients.example.com. */
export function nameOfAddress(address: string): string {
  const at = address.indexOf('@');
  if (at < 1) return address;
  const local = address.slice(0, at);
  if (address.startsWith('clients.', at + 1)) return services[local] ?? local;
  return local.split(/[._-]/).filter(Boolean).map(capital).join(' ') || local;
}

const keyOf = (address: string): string => address.toLowerCase();
/** A text that is not an address, such as a name from an import, would fail the request for all the others. */
const isAddress = (text: string): boolean =>
  text.includes('@') && !text.includes(',') && text.length <= MAX_LENGTH;

export class PeopleNames {
  readonly #known = new Map<string, KnownName>();
  readonly #waiting = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #read: ReadNames | undefined;

  /** Sets how names are read; until then they are made from addresses. */
  readBy(read: ReadNames): void {
    this.#read = read;
    if (this.#waiting.size > 0) this.#readSoon();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Increases with every name that changes. */
  readonly version = (): number => this.#version;

  readonly nameOf = (address: string): string =>
    this.#known.get(keyOf(address))?.name ?? nameOfAddress(address);

  /** Reads the name soon, unless it is known. */
  ask(address: string): void {
    const key = keyOf(address);
    const until = this.#known.get(key)?.until ?? 0;
    if (until > Date.now() || this.#waiting.has(key) || !isAddress(key)) return;
    this.#waiting.add(key);
    if (this.#read && this.#waiting.size === 1) this.#readSoon();
  }

  /** Caches names that were read for another purpose, such as a picker. */
  learn(names: Iterable<[string, string]>): void {
    const until = Date.now() + CACHE_MS;
    let hasChanged = false;
    for (const [address, name] of names) {
      hasChanged ||= this.nameOf(address) !== name;
      this.#known.set(keyOf(address), { name, until });
    }
    if (!hasChanged) return;
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  #readSoon(): void {
    setTimeout(() => {
      const addresses = [...this.#waiting];
      this.#waiting.clear();
      for (let from = 0; from < addresses.length; from += MAX_ADDRESSES)
        void this.#readNow(addresses.slice(from, from + MAX_ADDRESSES));
    }, FRAME_MS);
  }

  async #readNow(addresses: readonly string[]): Promise<void> {
    // Asking for these addresses again meanwhile starts no other request.
    this.#cache(addresses, CACHE_MS);
    try {
      this.learn((await this.#read?.(addresses)) ?? []);
    } catch {
      this.#cache(addresses, RETRY_MS);
    }
  }

  #cache(addresses: readonly string[], forMs: number): void {
    const until = Date.now() + forMs;
    for (const key of addresses) this.#known.set(key, { name: this.#known.get(key)?.name, until });
  }
}

export const people = new PeopleNames();

export const readNamesBy = (read: ReadNames): void => people.readBy(read);
export const learnNames = (names: Iterable<[string, string]>): void => people.learn(names);

/** Returns the name as far as it is known now; a page that shows it follows names with `usePersonNames`. */
export function personName(address: string): string {
  people.ask(address);
  return people.nameOf(address);
}
