// Components follow the names of people as they arrive.
import { useCallback, useSyncExternalStore } from 'react';
import { people, personName } from './people.ts';

/** Returns the name of one person; the component is rendered again only if that name changes. */
export function usePersonName(address: string): string {
  const follow = useCallback(
    (listener: () => void) => {
      people.ask(address);
      return people.subscribe(listener);
    },
    [address],
  );
  return useSyncExternalStore(follow, () => people.nameOf(address));
}

/** Serves texts with several names: the component is rendered again with every name that arrives. */
export function usePersonNames(): typeof personName {
  useSyncExternalStore(people.subscribe, people.version);
  return personName;
}
