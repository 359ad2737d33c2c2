// The timeline tells who changed a record while somebody else was editing it.
import type { TimelineEntry } from '../../api/index.ts';

export interface ForeignChange {
  by: string;
  at: string;
  fields: string[];
}

/** Returns the newest change by others after this time; `entries` are newest first. */
export function findForeignChange(
  entries: readonly Pick<TimelineEntry, 'actor' | 'at' | 'changes'>[],
  since: string,
  me: string,
): ForeignChange | undefined {
  const found = entries.find(
    ({ at, actor, changes }) => at > since && actor !== me && Object.keys(changes ?? {}).length > 0,
  );
  return found && { by: found.actor, at: found.at, fields: Object.keys(found.changes ?? {}) };
}
