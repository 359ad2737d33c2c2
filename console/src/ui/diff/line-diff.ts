// The difference of two texts by lines, in the form that the service uses for versions of an article.
export interface DiffPart {
  kind: 'equal' | 'removed' | 'added';
  /** Number of its first line in the old and in the new text, from 1. */
  from_line: number;
  to_line: number;
  /** One or more lines, without the last line break. */
  text: string;
}

/** Equal lines that are shown around a change. */
const CONTEXT = 3;
/** Beyond it the middle is shown as replaced: comparing takes the product of both lengths. */
const MAX_PRODUCT = 4_000_000;

type Step = 'equal' | 'removed' | 'added';

/** The length of the longest common subsequence of the ends of both, from these lines on. */
function commonLengths(
  from: readonly string[],
  to: readonly string[],
): (i: number, j: number) => number {
  const width = to.length + 1;
  const table = new Uint32Array((from.length + 1) * width);
  const lengthAt = (i: number, j: number): number => table[i * width + j] ?? 0;
  for (let i = from.length - 1; i >= 0; i -= 1)
    for (let j = to.length - 1; j >= 0; j -= 1)
      table[i * width + j] =
        from[i] === to[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  return lengthAt;
}

function stepsOf(from: readonly string[], to: readonly string[]): Step[] {
  const all = (step: Step, count: number): Step[] => Array.from({ length: count }, () => step);
  if (from.length * to.length > MAX_PRODUCT)
    return [...all('removed', from.length), ...all('added', to.length)];
  const lengthAt = commonLengths(from, to);
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < from.length && j < to.length) {
    if (from[i] === to[j]) {
      steps.push('equal');
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) {
      steps.push('removed');
      i += 1;
    } else {
      steps.push('added');
      j += 1;
    }
  }
  return [...steps, ...all('removed', from.length - i), ...all('added', to.length - j)];
}

/** Runs of equal steps, with the lines that each covers. */
function partsOf(steps: readonly Step[], from: readonly string[], to: readonly string[]) {
  const parts: (DiffPart & { lines: string[] })[] = [];
  let [i, j] = [0, 0];
  for (const kind of steps) {
    const line = (kind === 'added' ? to[j] : from[i]) ?? '';
    const last = parts.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else parts.push({ kind, from_line: i + 1, to_line: j + 1, text: '', lines: [line] });
    if (kind !== 'added') i += 1;
    if (kind !== 'removed') j += 1;
  }
  return parts;
}

/** Empty if the texts are equal. */
export function lineDiff(old: string, next: string): DiffPart[] {
  if (old === next) return [];
  const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));
  const [from, to] = [linesOf(old), linesOf(next)];
  let start = 0;
  while (start < Math.min(from.length, to.length) && from[start] === to[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(from.length, to.length) - start &&
    from[from.length - 1 - end] === to[to.length - 1 - end]
  )
    end += 1;
  const middle = stepsOf(from.slice(start, from.length - end), to.slice(start, to.length - end));
  const equal = (count: number): Step[] => Array.from({ length: count }, () => 'equal');
  const parts = partsOf([...equal(start), ...middle, ...equal(end)], from, to);
  return parts.flatMap(({ lines, ...part }, index): DiffPart[] => {
    if (part.kind !== 'equal') return [{ ...part, text: lines.join('\n') }];
    const pieces: { at: number; lines: string[] }[] = [];
    const [isFirst, isLast] = [index === 0, index === parts.length - 1];
    const head = isFirst ? 0 : Math.min(CONTEXT, lines.length);
    const tail = isLast ? 0 : Math.min(CONTEXT, lines.length - head);
    if (head + tail === lines.length && lines.length > 0) pieces.push({ at: 0, lines });
    else {
      if (head > 0) pieces.push({ at: 0, lines: lines.slice(0, head) });
      if (tail > 0) pieces.push({ at: lines.length - tail, lines: lines.slice(-tail) });
    }
    return pieces.map(({ at, lines: some }) => ({
      kind: 'equal',
      from_line: part.from_line + at,
      to_line: part.to_line + at,
      text: some.join('\n'),
    }));
  });
}
