// The difference between two texts by lines, with bounded work.
import { structuredPatch, type StructuredPatchHunk } from 'diff';

export interface Block {
  kind: 'equal' | 'removed' | 'added';
  /** Number of the first line in each text, from 1; that of the next line where the text has none of these. */
  from_line: number;
  to_line: number;
  text: string;
}

type Hunk = Pick<StructuredPatchHunk, 'oldStart' | 'newStart' | 'lines'>;

/** Edits up to which the shortest difference is searched. Beyond, the part that differs is one replacement. */
const MAX_EDITS = 500;
/** Equal lines shown before and after a change. */
const CONTEXT_LINES = 3;

/** By the first character of a line in a patch. */
const kinds: Readonly<Record<string, Block['kind']>> = {
  ' ': 'equal',
  '-': 'removed',
  '+': 'added',
};

function commonStart(a: readonly string[], b: readonly string[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n += 1;
  return n;
}

/** All lines from the first that differs to the last, as removed and added. */
function replaceLines(from: readonly string[], to: readonly string[]): Hunk {
  const start = commonStart(from, to);
  const end = commonStart(from.slice(start).toReversed(), to.slice(start).toReversed());
  const first = Math.max(0, start - CONTEXT_LINES);
  const [fromEnd, toEnd] = [from.length - end, to.length - end];
  return {
    oldStart: first + 1,
    newStart: first + 1,
    lines: [
      ...from.slice(first, start).map((line) => ` ${line}`),
      ...from.slice(start, fromEnd).map((line) => `-${line}`),
      ...to.slice(start, toEnd).map((line) => `+${line}`),
      ...from.slice(fromEnd, fromEnd + CONTEXT_LINES).map((line) => ` ${line}`),
    ],
  };
}

/** One for each run of lines of one kind. */
function blocksOf({ oldStart, newStart, lines }: Hunk): Block[] {
  const blocks: Block[] = [];
  let [from_line, to_line] = [oldStart, newStart];
  for (const line of lines) {
    const [kind = 'equal', text] = [kinds[line.charAt(0)], line.slice(1)];
    const last = blocks.at(-1);
    if (last?.kind === kind) last.text += `\n${text}`;
    else blocks.push({ kind, from_line, to_line, text });
    if (kind !== 'added') from_line += 1;
    if (kind !== 'removed') to_line += 1;
  }
  return blocks;
}

/** Blocks in the order of the texts; equal lines far from any difference are left out. */
export function diffLines(before: string, after: string): Block[] {
  // The library takes a line break for the end of a line. With one more, an empty last line is a line like any other.
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MAX_EDITS,
  });
  const hunks = patch?.hunks ?? [replaceLines(before.split('\n'), after.split('\n'))];
  return hunks.flatMap(blocksOf);
}
