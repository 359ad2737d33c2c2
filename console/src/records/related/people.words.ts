// Participants are worded for people, and ordered by what they have to do with the record.
import type { Participant } from '../../api/index.ts';

export type AddedKind = Exclude<Participant['kind'], 'requester'>;

/** The order is that of the panel. */
const kinds: Record<Participant['kind'], string> = {
  requester: 'Requester',
  cc: 'In copy',
  watcher: 'Watches',
};

const sources: Partial<Record<Participant['source'], string>> = {
  mention: 'Mentioned in a note',
};

/** A kind that a later release adds reads as its name. */
export const kindText = ({ kind }: Pick<Participant, 'kind'>): string =>
  (kinds as Partial<Record<string, string>>)[kind] ?? kind;

/** Says how somebody came to the record, where it is not evident. */
export const sourceText = ({ source }: Pick<Participant, 'source'>): string | undefined =>
  sources[source];

export const addedKinds: Readonly<Record<AddedKind, string>> = {
  watcher: 'Watches the record',
  cc: 'Is in copy',
};

/** The requester comes first, then people in copy, then watchers. */
export function orderPeople(participants: readonly Participant[]): Participant[] {
  const order = Object.keys(kinds);
  const placeOf = ({ kind }: Participant): number => order.indexOf(kind) + 1 || order.length + 1;
  return participants.toSorted((one, other) => placeOf(one) - placeOf(other));
}
