// Changes of the people of a record are sentences, such as "put Tina in copy".
import type { FieldChange } from './timeline.items.ts';

interface Verbs {
  /** The names replace NAMES. */
  others: string;
  /** The words name nobody where the person who acts is the one who comes or goes. */
  self: string;
}

const NAMES = '{names}';

const verbs: Readonly<Record<string, { added: Verbs; removed: Verbs }>> = {
  watchers: {
    added: { others: `added ${NAMES} to the watchers`, self: 'watches the record' },
    removed: { others: `removed ${NAMES} from the watchers`, self: 'stopped watching the record' },
  },
  cc: {
    added: { others: `put ${NAMES} in copy`, self: 'is in copy' },
    removed: { others: `took ${NAMES} out of copy`, self: 'is no longer in copy' },
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
  const describe = (people: string[], { others, self }: Verbs) => {
    if (people.length === 0) return [];
    const isSelf = people.length === 1 && people[0]?.toLowerCase() === actor.toLowerCase();
    return [
      isSelf ? self : others.replace(NAMES, () => people.map((one) => nameOf(one)).join(', ')),
    ];
  };
  const come = after.filter((one) => !before.includes(one));
  const gone = before.filter((one) => !after.includes(one));
  return [...describe(come, words.added), ...describe(gone, words.removed)].join(' and ');
}
