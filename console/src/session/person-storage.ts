// The browser stores these values for one person. They are removed when the person signs out, or another one signs in.
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'length' | 'key'>;

const PREFIX = 'signalbox.person/';

const keyOf = (person: string, name: string): string =>
  `${PREFIX}${encodeURIComponent(person)}/${name}`;

export interface PersonStorage {
  read: (name: string) => unknown;
  write: (name: string, value: unknown) => void;
}

export const personStorageOf = (store: Store, person: string): PersonStorage => ({
  read: (name) => {
    try {
      return JSON.parse(store.getItem(keyOf(person, name)) ?? 'null');
    } catch {
      return undefined;
    }
  },
  write: (name, value) => {
    try {
      store.setItem(keyOf(person, name), JSON.stringify(value));
    } catch {
      // A full storage must not interrupt the work.
    }
  },
});

/** Removes the values of everybody but `person`; of everybody if it is undefined. */
export function forgetPeople(store: Store, person?: string): void {
  const own = person === undefined ? undefined : keyOf(person, '');
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  for (const key of keys)
    if (key.startsWith(PREFIX) && !(own !== undefined && key.startsWith(own)))
      store.removeItem(key);
}
