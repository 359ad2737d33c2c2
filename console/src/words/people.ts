// Names of people by their addresses, from the directory. The addresses that a page asks for within a frame are read in
// one request, and each name is cached for minutes. Until it is known, and for clients, people who have left and readers
// who may not read the directory, the name is made from the address, which nearly always gives the same text.

/** Names by address; an address that it does not know is left out. */
export type ReadNames = (addresses: readonly string[]) => Promise<Iterable<[string, string]>>;

interface KnownName {
  name: string | undefined;
  /** When it is read again, in milliseconds. */
  until: number;
}

const FRAME_MS = 16;
const CACHE_MS = 5 * 60_000;
/** After a failure. */
const RETRY_MS = 60_000;
/** The most that one request of the directory takes. */
const MAX_ADDRESSES = 100;
const MAX_LENGTH = 254;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The service itself acts under addresses of its own. */
const services: Readonly<Record<string, string>> = {
  ai: 'Assistant',
  bootstrap: 'First start',
  'command-line': 'Command line',
  demonstration: 'Demonstration',
  'password-page': 'Password page',
  system: 'Signalbox',
};

/** "Luca Brandt" of luca.brandt@example.com; a client keeps its id: "monitoring" of monitoring@clients.example.com. */
export function nameOfAddress(address: string): string {
  const at = address.indexOf('@');
  if (at < 1) return address;
  const local = address.slice(0, at);
  if (address.startsWith('clients.', at + 1)) return services[local] ?? local;
  return local.split(/[._-]/).filter(Boolean).map(capital).join(' ') || local;
}

const keyOf = (address: string): string => address.toLowerCase();
/** One that is no address, such as a name that an import gave, would spoil the request of the others. */
const isAddress = (text: string): boolean =>
  text.includes('@') && !text.includes(',') && text.length <= MAX_LENGTH;

export class PeopleNames {
  readonly #known = new Map<string, KnownName>();
  readonly #waiting = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #read: ReadNames | undefined;

  /** Names are made from addresses until it is called. */
  readBy(read: ReadNames): void {
    this.#read = read;
    if (this.#waiting.size > 0) this.#readSoon();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes with every name. */
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

  /** Names that were read for another purpose, such as a picker. */
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
    // A part of the page that asks for them meanwhile starts no other request.
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

/** As far as it is known now; a page that shows it follows the names by `usePersonNames`. */
export function personName(address: string): string {
  people.ask(address);
  return people.nameOf(address);
}
