// Changes of the people of a record are sentences, such as "put Tina in copy".
import type { FieldChange } from './timeline.items.ts';

interface Verbs {
  added: (names: string) => string;
  removed: (names: string) => string;
  /** These are used where the person who acts is the one who comes or goes. */
  addedSelf: string;
  removedSelf: string;
}

const verbs: Readonly<Record<string, Verbs>> = {
  watchers: {
    added: (names) => `added ${names} to the watchers`,
    removed: (names) => `removed ${names} from the watchers`,
    addedSelf: 'watches the record',
    removedSelf: 'stopped watching the record',
  },
  cc: {
    added: (names) => `put ${names} in copy`,
    removed: (names) => `took ${names} out of copy`,
    addedSelf: 'is in copy',
    removedSelf: 'is no longer in copy',
  },
};

const addressesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Returns undefined for a change of anything else. */
export function peopleText(
  { field, from, to }: FieldChange,
  actor: string,
  nameOf: (email: string) => string,
): string | undefined {
  const words = Object.hasOwn(verbs, field) ? verbs[field] : undefined;
  if (!words) return undefined;
  const [before, after] = [addressesIn(from), addressesIn(to)];
  const describe = (people: string[], self: string, others: (names: string) => string) => {
    if (people.length === 0) return [];
    const isSelf = people.length === 1 && people[0]?.toLowerCase() === actor.toLowerCase();
    return [isSelf ? self : others(people.map((one) => nameOf(one)).join(', '))];
  };
  return [
    ...describe(
      after.filter((one) => !before.includes(one)),
      words.addedSelf,
      words.added,
    ),
    ...describe(
      before.filter((one) => !after.includes(one)),
      words.removedSelf,
      words.removed,
    ),
  ].join(' and ');
}
