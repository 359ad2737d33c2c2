// Divides the text of a mail into the new text, which becomes the note, and quoted text, which is shown folded. Nothing
// is lost: `before`, `note` and `after` joined are the text. When in doubt, text stays in the note.
import { type Line, linesOf } from './lines.ts';
import { type MarkedPart, type Segment, segmentsOf } from './segments.ts';

export interface SplitText {
  /** The folded text above the note, with the line breaks around it. */
  before: string;
  note: string;
  /** The folded text below the note, with signature and line breaks. */
  after: string;
}

const isQuote = ({ kind }: Segment): boolean => kind === 'quote';

/** Moves both ends inwards over blank lines. */
function withoutBlankLines(lines: readonly Line[], first: number, last: number): [number, number] {
  let [start, end] = [first, last];
  while (start < end && lines[start]?.kind === 'blank') start += 1;
  while (end > start && lines[end - 1]?.kind === 'blank') end -= 1;
  return [start, end];
}

/** Cuts at whole lines; the line break behind the note belongs to what follows. */
function cutAt(text: string, lines: readonly Line[], start: number, end: number): SplitText {
  const from = lines[start]?.start ?? text.length;
  const to = end > start ? (lines[end - 1] as Line).end : from;
  const note = text.slice(from, to).trimEnd();
  return { before: text.slice(0, from), note, after: text.slice(from + note.length) };
}

/** Returns the lines of the new text, or undefined if nothing is to be folded. */
function newLines(
  lines: readonly Line[],
  segments: readonly Segment[],
): [number, number] | undefined {
  const hasText = ({ kind, start, end }: Segment): boolean =>
    kind === 'text' && lines.slice(start, end).some((line) => line.kind !== 'blank');
  const first = segments.findIndex((one) => hasText(one) || one.kind === 'signature');
  const last = segments.findLastIndex(hasText);
  if (last === -1) return undefined;
  const isBetween =
    segments.slice(0, first).some(isQuote) && segments.slice(last + 1).some(isQuote);
  if (isBetween || segments.slice(first, last + 1).some(isQuote)) return undefined;
  return [(segments[first] as Segment).start, (segments[last] as Segment).end];
}

/** A forwarded mail has no reply in it: all of it is what the sender wants to say. */
export function splitText(
  text: string,
  { marked = [], isForward = false }: { marked?: readonly MarkedPart[]; isForward?: boolean } = {},
): SplitText {
  const lines = linesOf(text);
  const found = isForward ? undefined : newLines(lines, segmentsOf(lines, marked));
  const [start, end] = withoutBlankLines(lines, ...(found ?? ([0, lines.length] as const)));
  return cutAt(text, lines, start, end);
}

/** Clients write these before the subject of a forwarded mail; in lower case. */
const forwards = new Set(['fw', 'fwd', 'wg', 'tr', 'rv', 'i', 'enc', 'doorst', 'vs']);

export function isForwardSubject(subject: string): boolean {
  const colon = subject.trimStart().slice(0, 8).indexOf(':');
  return colon > 0 && forwards.has(subject.trimStart().slice(0, colon).trim().toLowerCase());
}
