import type { Impact } from '../api/index.ts';

export type Dependant = Impact['dependants'][number];

export interface ImpactColumn {
  distance: number;
  cis: Dependant[];
}

/** The nearest dependants are in the first column. */
export function columnsOf(dependants: readonly Dependant[]): ImpactColumn[] {
  const columns = Map.groupBy(dependants, ({ distance }) => distance);
  return [...columns].toSorted(([a], [b]) => a - b).map(([distance, cis]) => ({ distance, cis }));
}

/** Returns the ids from the CI to this dependant, which is the last. */
export function pathTo(dependants: readonly Dependant[], id: string): string[] {
  const through = new Map(dependants.map((one) => [one.id, one.through]));
  const path: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = through.get(at)) path.unshift(at);
  return path;
}

export interface TreeRow {
  ci: Dependant;
  /** The first level is 1. */
  level: number;
  /** Indirect dependants count as well; the row can be opened if there are any. */
  below: number;
  isOpen: boolean;
  position: number;
  siblings: number;
}

/** Returns the visible rows: children of closed rows are left out. */
export function treeRows(
  root: string,
  dependants: readonly Dependant[],
  isClosed: (id: string) => boolean,
): TreeRow[] {
  const children = Map.groupBy(dependants, ({ through }) => through);
  const counts = new Map<string, number>();
  // The farthest are counted first, so that the counts of children are known.
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

/** Counts open incidents by CI. */
export const incidentCounts = (
  incidents: Impact['open_incidents'],
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { ci_id } of incidents) counts.set(ci_id, (counts.get(ci_id) ?? 0) + 1);
  return counts;
};
