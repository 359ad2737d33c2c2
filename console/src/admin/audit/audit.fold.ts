// Entries that the service writes by itself, many at a time, are one row: they would fill the first screen.
import type { Entry } from '../../api/index.ts';

export interface AuditRow extends Entry {
  /** The whole run of entries that the row stands for, newest first; absent for a row of its own. */
  run?: readonly Entry[];
}

const foldedKinds = new Set<string>([
  'incident.ai_suggested',
  'notification.mailed',
  'notification.suppressed',
]);

/** Fewer are shown one by one. */
const MIN_RUN = 3;

/** Runs of entries of one kind by one actor become one row, under the id of the newest. */
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

/** Where one asks for a kind or a record, each entry is shown. */
export const isFolded = (query: Readonly<Record<string, string>>): boolean =>
  query['kind'] === undefined && query['record'] === undefined;
