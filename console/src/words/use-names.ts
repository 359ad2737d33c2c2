// Names of people in components.
import { useCallback, useSyncExternalStore } from 'react';
import { people, personName } from './people.ts';

/** The name of one person; only those whose name has changed are rendered again. */
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

/** For texts with names in them: rendered again with every name that arrives. */
export function usePersonNames(): typeof personName {
  useSyncExternalStore(people.subscribe, people.version);
  return personName;
}
