// Sanitizing would drop HTML, and with it `<error>` in the text of an alert; so it becomes text before that.
interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

export function htmlToText(node: Node): void {
  if (node.type === 'html') node.type = 'text';
  for (const child of node.children ?? []) htmlToText(child);
}

/** Twice what a long report has; the time to parse grows with the square of the marks in a paragraph. */
const MAX_MARKS = 1000;
const MAX_LENGTH = 40_000;
const MARKS = /[*_[\]>`~|<!&]/g;

/** Text that would stop the page while it is parsed, such as 60,000 asterisks; it is shown as it is. */
export const isTooCostly = (text: string): boolean =>
  text.length > MAX_LENGTH ||
  text.split(/\n\s*\n/).some((paragraph) => (paragraph.match(MARKS)?.length ?? 0) > MAX_MARKS);
