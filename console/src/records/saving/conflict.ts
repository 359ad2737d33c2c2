// Two people change one record: whether both changes can stand, and for each field that both changed, what they made of
// it and what I want.
import type { RecordPatch, TimelineEntry } from '../../api/index.ts';

interface Foreign {
  currentVersion: number;
  changedFields: readonly string[];
}

/** Fields that both have changed; empty if mine can be sent again on top of theirs. */
export const overlap = (mine: object, { changedFields }: Foreign): string[] =>
  Object.keys(mine).filter((field) => changedFields.includes(field));

export interface Contested {
  field: string;
  theirs: unknown;
  mine: unknown;
  /** Who set it last and when, if the timeline shows it. */
  by?: string | undefined;
  at?: string | undefined;
}

/** A change that was not saved: what is contested, and the version that the others made. */
export interface RecordConflict {
  id: string;
  patch: RecordPatch;
  version: number;
  contested: Contested[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that both set to the same value are no conflict. */
export function contestedFields(
  patch: RecordPatch,
  changedFields: readonly string[],
  current: Fields,
  timeline: readonly TimelineEntry[],
): Contested[] {
  return Object.entries(patch)
    .filter(([field, mine]) => changedFields.includes(field) && current[field] !== mine)
    .map(([field, mine]) => {
      const entry = timeline.find(({ changes }) => changes && field in changes);
      return { field, theirs: current[field], mine, by: entry?.actor, at: entry?.at };
    });
}

/** What is sent after the choice: my values of the kept fields, and of those that nobody contested. */
export function decided(
  patch: RecordPatch,
  contested: readonly Contested[],
  kept: ReadonlySet<string>,
): RecordPatch {
  const given = new Set(contested.map(({ field }) => field));
  return Object.fromEntries(
    Object.entries(patch).filter(([field]) => !given.has(field) || kept.has(field)),
  );
}
