// If two people change one record, both changes are saved unless they set the same field to different values. A
// contested field has both values.
import type { RecordPatch, RecordType, TimelineEntry } from '../../api/index.ts';
import { valueAt } from '../../words/index.ts';

interface Foreign {
  currentVersion: number;
  changedFields: readonly string[];
}

/** Returns the fields that both changed; empty if my change can be sent again on top of theirs. */
export const overlap = (mine: object, { changedFields }: Foreign): string[] =>
  Object.keys(mine).filter((field) => changedFields.includes(field));

export interface Contested {
  field: string;
  theirs: unknown;
  mine: unknown;
  /** The person and the time of the last change are undefined if the timeline does not show them. */
  by?: string | undefined;
  at?: string | undefined;
}

/** The change was not saved; `version` is the one that the other change made. */
export interface RecordConflict {
  type: RecordType;
  id: string;
  patch: RecordPatch;
  version: number;
  contested: Contested[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that both set to the same value are not contested. */
export function contestedFields(
  patch: RecordPatch,
  changedFields: readonly string[],
  current: Fields,
  timeline: readonly TimelineEntry[],
): Contested[] {
  return Object.entries(patch)
    .filter(([field, mine]) => changedFields.includes(field) && valueAt(current, field) !== mine)
    .map(([field, mine]) => {
      const entry = timeline.find(({ changes }) => changes && field in changes);
      return { field, theirs: valueAt(current, field), mine, by: entry?.actor, at: entry?.at };
    });
}

/** These report a move or go with it, and are wrong without it. */
const notesOfMove = new Set(['work_note', 'public_note', 'to_duplicates', 'resolve_linked']);

/** Returns the patch to send after the choice: my values of the fields that I keep, and of those that nobody contested. */
export function resolveConflict(
  patch: RecordPatch,
  contested: readonly Contested[],
  ownFields: ReadonlySet<string>,
): RecordPatch {
  const given = new Set(contested.map(({ field }) => field));
  const isMoveDropped = given.has('state') && !ownFields.has('state');
  return Object.fromEntries(
    Object.entries(patch)
      .filter(([field]) => !given.has(field) || ownFields.has(field))
      .filter(([field]) => !isMoveDropped || !notesOfMove.has(field)),
  );
}
