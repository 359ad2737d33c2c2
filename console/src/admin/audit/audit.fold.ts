// Runs of entries that the service writes by itself are folded into one row: they would fill the first screen.
import type { Entry } from '../../api/index.ts';

export interface AuditRow extends Entry {
  /** The row stands for these entries, newest first; the run is absent if it stands for itself alone. */
  run?: readonly Entry[];
}

const foldedKinds = new Set<string>([
  'incident.ai_suggested',
  'notification.mailed',
  'notification.suppressed',
]);

/** Shorter runs are shown entry by entry. */
const MIN_RUN = 3;

/** Folds consecutive entries of one kind by one actor into one row, with the id of the newest. */
export function foldRuns(entries: readonly Entry[]): AuditRow[] {
  const runs: Entry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    const isSame = last?.[0]?.kind === entry.kind && last[0].actor === entry.actor;
    if (last && isSame && foldedKinds.has(entry.kind)) last.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run): AuditRow[] =>
    run.length < MIN_RUN || !run[0] ? run : [{ ...run[0], run }],
  );
}

/** A list filtered by kind or record shows each entry. */
export const isFolded = (query: Readonly<Record<string, string>>): boolean =>
  query['kind'] === undefined && query['record'] === undefined;
