// A text is cut into lines once; everything else looks at lines, of each at its first characters only.

export interface Line {
  /** Blank lines have no characters, or only spaces; prefixed ones begin with `>`. */
  kind: 'blank' | 'prefixed' | 'text';
  /** Has at most `MAX_READ` characters of the line, without the spaces around it. */
  text: string;
  start: number;
  /** The end of the line, behind its line break. */
  end: number;
}

/** No line that divides a mail is longer. Wrapped lines of a plain text have at most 998 characters. */
const MAX_READ = 1000;

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found + 1;
    const read = text.slice(start, Math.min(end, start + MAX_READ)).trim();
    const isBlank = read === '' && text.slice(start, end).trim() === '';
    lines.push({
      kind: isBlank ? 'blank' : read.startsWith('>') ? 'prefixed' : 'text',
      text: read,
      start,
      end,
    });
    start = end;
  }
  return lines;
}
