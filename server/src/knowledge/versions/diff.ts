// The difference between two texts by lines, with bounded work: the greedy algorithm of Myers (1986).

export interface Block {
  kind: 'equal' | 'removed' | 'added';
  /** Number of the first line in each text, from 1; that of the next line where the text has none of these. */
  from_line: number;
  to_line: number;
  text: string;
}

/** Edits up to which the shortest difference is searched. Beyond, the part that differs is one replacement. */
const MAX_EDITS = 500;
/** Equal lines shown before and after a difference. */
const CONTEXT_LINES = 3;

type Kind = Block['kind'];

/** Whether the best way to diagonal `k` with `edits` edits is an added line, and not a removed one. */
const endsWithAdded = (furthest: Int32Array, at: number, k: number, edits: number): boolean =>
  k === -edits || (k !== edits && (furthest[at - 1] ?? 0) < (furthest[at + 1] ?? 0));

/** Per number of edits, how far each diagonal was reached before it; undefined if there are too many edits. */
function searchPaths(from: readonly number[], to: readonly number[]): Int32Array[] | undefined {
  const centre = MAX_EDITS + 1;
  const furthest = new Int32Array(2 * centre + 1);
  const steps: Int32Array[] = [];
  for (let edits = 0; edits <= MAX_EDITS; edits += 1) {
    steps.push(furthest.slice());
    for (let k = -edits; k <= edits; k += 2) {
      const at = centre + k;
      let x = endsWithAdded(furthest, at, k, edits)
        ? (furthest[at + 1] ?? 0)
        : (furthest[at - 1] ?? 0) + 1;
      while (x < from.length && x - k < to.length && from[x] === to[x - k]) x += 1;
      furthest[at] = x;
      if (x >= from.length && x - k >= to.length) return steps;
    }
  }
  return undefined;
}

/** The kind of each line of the difference, from first to last. */
function kindsOf(from: readonly number[], to: readonly number[]): Kind[] {
  const steps = searchPaths(from, to);
  if (!steps) return [...from.map((): Kind => 'removed'), ...to.map((): Kind => 'added')];
  const kinds: Kind[] = [];
  let [x, y] = [from.length, to.length];
  for (const [edits, furthest] of [...steps.entries()].toReversed()) {
    const k = x - y;
    const at = MAX_EDITS + 1 + k;
    const isAdded = endsWithAdded(furthest, at, k, edits);
    const startX = furthest[isAdded ? at + 1 : at - 1] ?? 0;
    const startY = startX - (isAdded ? k + 1 : k - 1);
    for (; x > startX && y > startY; x -= 1, y -= 1) kinds.push('equal');
    if (edits === 0) break;
    kinds.push(isAdded ? 'added' : 'removed');
    [x, y] = [startX, startY];
  }
  return kinds.toReversed();
}

/** Equal lines are equal numbers, so that long lines are compared once. */
function numbered(...texts: readonly string[][]): number[][] {
  const numbers = new Map<string, number>();
  return texts.map((lines) =>
    lines.map((line) => {
      const known = numbers.get(line) ?? numbers.size;
      numbers.set(line, known);
      return known;
    }),
  );
}

function commonStart(a: readonly number[], b: readonly number[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n += 1;
  return n;
}

/** The lines of an equal run of `length` that are next to a difference. */
function contextOf(length: number, isFirst: boolean, isLast: boolean) {
  const headEnd = isFirst ? 0 : Math.min(length, CONTEXT_LINES);
  const tailStart = isLast ? length : Math.max(0, length - CONTEXT_LINES);
  const spans =
    headEnd >= tailStart
      ? [{ first: 0, end: length }]
      : [
          { first: 0, end: headEnd },
          { first: tailStart, end: length },
        ];
  return spans.filter(({ first, end }) => first < end);
}

/** Blocks in the order of the texts; equal lines far from any difference are left out. */
export function diffLines(before: string, after: string): Block[] {
  if (before === after) return [];
  const [from, to] = [before.split('\n'), after.split('\n')];
  const [fromNumbers = [], toNumbers = []] = numbered(from, to);
  const start = commonStart(fromNumbers, toNumbers);
  const [fromRest, toRest] = [fromNumbers.slice(start), toNumbers.slice(start)];
  const end = commonStart(fromRest.toReversed(), toRest.toReversed());
  const kinds: Kind[] = [
    ...Array.from({ length: start }, (): Kind => 'equal'),
    ...kindsOf(fromRest.slice(0, fromRest.length - end), toRest.slice(0, toRest.length - end)),
    ...Array.from({ length: end }, (): Kind => 'equal'),
  ];
  const blocks: Block[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < kinds.length;) {
    const kind = kinds[index] as Kind;
    let length = 1;
    while (kinds[index + length] === kind) length += 1;
    const spans =
      kind === 'equal'
        ? contextOf(length, index === 0, index + length === kinds.length)
        : [{ first: 0, end: length }];
    for (const span of spans) {
      const [fromLine, toLine] = [
        x + (kind === 'added' ? 0 : span.first),
        y + (kind === 'removed' ? 0 : span.first),
      ];
      const [source, line] = kind === 'added' ? [to, toLine] : [from, fromLine];
      blocks.push({
        kind,
        from_line: fromLine + 1,
        to_line: toLine + 1,
        text: source.slice(line, line + span.end - span.first).join('\n'),
      });
    }
    if (kind !== 'added') x += length;
    if (kind !== 'removed') y += length;
    index += length;
  }
  return blocks;
}
