// Offers the incidents that others can be merged into: of several chosen ones the oldest first, then those that match.
import type { LeaderChoice } from '../../api/index.ts';
import { openStates } from '../../words/index.ts';

export type MergeSubject = LeaderChoice;

interface OfferedLeader {
  incident: LeaderChoice;
  group: string | undefined;
}

/** The chosen leader stays a leader, though it was among those to merge. */
export const duplicatesAmong = <S extends MergeSubject>(
  subjects: readonly S[],
  leader: string,
): readonly S[] => subjects.filter(({ id }) => id !== leader);

const isOpen = ({ state }: LeaderChoice): boolean => openStates.some((open) => open === state);

const matches = ({ id, short_description: title }: LeaderChoice, q: string): boolean =>
  `${id} ${title}`.toLowerCase().includes(q.trim().toLowerCase());

/** A single incident is never merged into itself. */
export function leaderChoices(
  subjects: readonly MergeSubject[],
  found: readonly LeaderChoice[],
  q: string,
): OfferedLeader[] {
  const ids = new Set(subjects.map(({ id }) => id));
  const others = found
    .filter(({ id }) => !ids.has(id))
    .map((incident) => ({
      incident,
      group: subjects.length > 1 ? 'Other open incidents' : undefined,
    }));
  if (subjects.length < 2) return others;
  const own = subjects
    .filter((one) => isOpen(one) && matches(one, q))
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  return [...own.map((incident) => ({ incident, group: 'Chosen, oldest first' })), ...others];
}
