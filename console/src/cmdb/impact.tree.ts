// The impact of a CI as columns by distance, and as the rows of a tree.
import type { Impact } from '../api/index.ts';

export type Dependant = Impact['dependants'][number];

export interface ImpactColumn {
  distance: number;
  cis: Dependant[];
}

/** Nearest first. */
export function columnsOf(dependants: readonly Dependant[]): ImpactColumn[] {
  const columns = Map.groupBy(dependants, ({ distance }) => distance);
  return [...columns].toSorted(([a], [b]) => a - b).map(([distance, cis]) => ({ distance, cis }));
}

/** The ids from the CI to this dependant, which is the last. */
export function pathTo(dependants: readonly Dependant[], id: string): string[] {
  const through = new Map(dependants.map((one) => [one.id, one.through]));
  const path: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = through.get(at)) path.unshift(at);
  return path;
}

export interface TreeRow {
  ci: Dependant;
  /** From 1. */
  level: number;
  /** Direct and indirect; the row can be opened if there are any. */
  below: number;
  isOpen: boolean;
  position: number;
  siblings: number;
}

/** The rows that are shown: children of open rows only. */
export function treeRows(
  root: string,
  dependants: readonly Dependant[],
  isClosed: (id: string) => boolean,
): TreeRow[] {
  const children = Map.groupBy(dependants, ({ through }) => through);
  const counts = new Map<string, number>();
  // Farthest first, so that the counts of children are known.
  for (const { id } of dependants.toSorted((a, b) => b.distance - a.distance))
    counts.set(
      id,
      (children.get(id) ?? []).reduce((sum, child) => sum + 1 + (counts.get(child.id) ?? 0), 0),
    );
  const rowsBelow = (id: string, level: number): TreeRow[] => {
    const own = children.get(id) ?? [];
    return own.flatMap((ci, index) => {
      const below = counts.get(ci.id) ?? 0;
      const isOpen = below > 0 && !isClosed(ci.id);
      const row = { ci, level, below, isOpen, position: index + 1, siblings: own.length };
      return [row, ...(isOpen ? rowsBelow(ci.id, level + 1) : [])];
    });
  };
  return rowsBelow(root, 1);
}

/** How many open incidents each CI has. */
export const incidentCounts = (
  incidents: Impact['open_incidents'],
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { ci_id } of incidents) counts.set(ci_id, (counts.get(ci_id) ?? 0) + 1);
  return counts;
};
