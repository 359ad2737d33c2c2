// Compares two texts by lines, in the form that the service uses for versions of an article.
import { structuredPatch, type StructuredPatchHunk } from 'diff';

export interface DiffPart {
  kind: 'equal' | 'removed' | 'added';
  /** The part begins at these lines of the old and the new text, counted from 1. */
  from_line: number;
  to_line: number;
  /** The text has one or more lines, without the last line break. */
  text: string;
}

type Hunk = Pick<StructuredPatchHunk, 'oldStart' | 'newStart' | 'lines'>;

/** The service has the same limit. Beyond it, the part that differs is shown as replaced: the time grows with its square. */
const MAX_EDITS = 500;
/** This many equal lines are shown before and after a change. */
const CONTEXT_LINES = 3;

/** The first character of a line in a patch says its kind. */
const kinds: Readonly<Record<string, DiffPart['kind']>> = {
  ' ': 'equal',
  '-': 'removed',
  '+': 'added',
};

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));
/** The library treats a line break as the end of a line. With one more, an empty last line is a line like any other. */
const endLastLine = (text: string): string => (text === '' ? '' : `${text}\n`);

function commonStart(a: readonly string[], b: readonly string[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n += 1;
  return n;
}

/** Treats all lines from the first that differs to the last as removed and added. */
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

/** Returns one part for each run of lines of one kind. */
function partsOf({ oldStart, newStart, lines }: Hunk): DiffPart[] {
  const parts: DiffPart[] = [];
  let [from_line, to_line] = [oldStart, newStart];
  for (const line of lines) {
    const [kind = 'equal', text] = [kinds[line.charAt(0)], line.slice(1)];
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += `\n${text}`;
    else parts.push({ kind, from_line, to_line, text });
    if (kind !== 'added') from_line += 1;
    if (kind !== 'removed') to_line += 1;
  }
  return parts;
}

/** Returns no parts if the texts are equal. */
export function lineDiff(old: string, next: string): DiffPart[] {
  const patch = structuredPatch('', '', endLastLine(old), endLastLine(next), '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MAX_EDITS,
  });
  return (patch?.hunks ?? [replaceLines(linesOf(old), linesOf(next))]).flatMap(partsOf);
}
