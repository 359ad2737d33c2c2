// Rules run in the order of their positions, which have gaps, so that a move mostly changes one of them.
export interface Placed {
  id: string;
  position: number;
}

const STEP = 10;
const between = (before: number, after: number): number => Math.floor((before + after) / 2);

/**
 * Returns the new positions after one of the items, which are in their order, has come to another place. Usually it gets a
 * number between its neighbours; all are numbered again where there is none.
 */
export function placeAt(items: readonly Placed[], id: string, to: number): Placed[] {
  const from = items.findIndex((item) => item.id === id);
  const moved = items[from];
  if (!moved || to === from || to < 0 || to >= items.length) return [];
  const order = items.toSpliced(from, 1).toSpliced(to, 0, moved);
  const before = order[to - 1]?.position ?? -1;
  const after = order[to + 1]?.position ?? before + 2 * STEP;
  const position = between(before, after);
  if (position > before && position < after) return [{ id, position }];
  return order
    .map((item, index) => ({ id: item.id, position: (index + 1) * STEP, was: item.position }))
    .flatMap(({ was, ...placed }) => (was === placed.position ? [] : [placed]));
}

export const inOrder = <Item extends Placed>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
