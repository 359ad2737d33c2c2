// Sanitizing would drop HTML, and with it `<error>` in the text of an alert, so HTML becomes text before that.
interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

export function htmlToText(node: Node): void {
  if (node.type === 'html') node.type = 'text';
  for (const child of node.children ?? []) htmlToText(child);
}

/**
 * Text that would block the page while it is parsed is shown as it is. Measured with the parser of the page: the time
 * grows with the square of the marks in a paragraph, and doubles with each list or quote that a line opens (30 of them,
 * five times, take minutes). Within these limits the worst text that was found takes about a second.
 */
const MAX_LENGTH = 40_000;
const MAX_LINES = 2000;
/** The limit is per paragraph, and twice what a long report has. */
const MAX_MARKS = 1000;
const MARKS = /[*_[\]>`~|<!&]/g;
/** A deep line opens many lists and quotes, as in `1. 1. 1. ` or `>>>`. */
const DEEP_LINE = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){6}/m;

export const isTooCostly = (text: string): boolean =>
  text.length > MAX_LENGTH ||
  text.split('\n').length > MAX_LINES ||
  DEEP_LINE.test(text) ||
  text.split(/\n\s*\n/).some((paragraph) => (paragraph.match(MARKS)?.length ?? 0) > MAX_MARKS);
