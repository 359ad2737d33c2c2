// Two texts are compared by lines, with bounded work.
import { structuredPatch, type StructuredPatchHunk } from 'diff';

export interface Block {
  kind: 'equal' | 'removed' | 'added';
  /** Line numbers start at 1. Where a text has none of the block's lines, the number is that of its next line. */
  from_line: number;
  to_line: number;
  text: string;
}

type Hunk = Pick<StructuredPatchHunk, 'oldStart' | 'newStart' | 'lines'>;

/** The shortest difference is searched up to this many edits; beyond, the part that differs is one replacement. */
const MAX_EDITS = 500;
const CONTEXT_LINES = 3;

/** The first character of a line in a patch determines its kind. */
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

/** Replaces all lines from the first difference to the last. */
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

/** Joins consecutive lines of one kind into a block. */
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

/** Returns blocks in the order of the texts; equal lines far from any difference are left out. */
export function diffLines(before: string, after: string): Block[] {
  // The library treats a line break as the end of a line. With one more, an empty last line is a line like any other.
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MAX_EDITS,
  });
  const hunks = patch?.hunks ?? [replaceLines(before.split('\n'), after.split('\n'))];
  return hunks.flatMap(blocksOf);
}
