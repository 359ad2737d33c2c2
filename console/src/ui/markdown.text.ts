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
