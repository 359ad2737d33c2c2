// Says what a step means for the duplicates of an incident.
import { openStates } from '../../words/index.ts';
import type { StepQuestion } from '../../records/index.ts';

export interface Duplicates {
  data: readonly {
    id: string;
    short_description: string;
    state: string;
    requester: string | null;
  }[];
  /** So many people get a public note of the leader besides its requester. */
  people: number;
}

export const noDuplicates: Duplicates = { data: [], people: 0 };

const openDuplicates = ({ data }: Duplicates) =>
  data.filter(({ state }) => openStates.some((open) => open === state));

const peopleText = (people: number): string =>
  people === 1 ? 'one more person is told' : `${people} more people are told`;

/** Duplicates that are open are resolved with their leader unless somebody decides otherwise. */
export function askToResolveLinked(duplicates: Duplicates): Partial<StepQuestion> {
  const open = openDuplicates(duplicates).length;
  if (open === 0) return {};
  const message =
    duplicates.people === 0 ? '' : ` ${capital(peopleText(duplicates.people))}, once each.`;
  return {
    linked: {
      label: open === 1 ? 'Resolve its duplicate too' : `Resolve its ${open} duplicates too`,
      detail: `They get the same resolution.${message}`,
    },
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
