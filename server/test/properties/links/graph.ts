// Links of children to their parents as a graph, with a search of its own.

export interface Edge {
  child: string;
  parent: string;
}

export class Graph {
  readonly #parents: Map<string, string[]>;

  constructor(edges: readonly Edge[]) {
    const byChild = Map.groupBy(edges, ({ child }) => child);
    this.#parents = new Map(
      [...byChild].map(([child, some]) => [child, some.map(({ parent }) => parent)]),
    );
  }

  /** Returns whether the second record is the first one, or above it. */
  leadsTo(from: string, to: string): boolean {
    const seen = new Set([from]);
    const open = [from];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === to) return true;
      for (const parent of this.#parents.get(next) ?? []) {
        if (seen.has(parent)) continue;
        seen.add(parent);
        open.push(parent);
      }
    }
    return false;
  }

  /** Returns the records that are above themselves. */
  findCycles(): string[] {
    return [...this.#parents]
      .filter(([child, parents]) => parents.some((parent) => this.leadsTo(parent, child)))
      .map(([child]) => child);
  }
}
