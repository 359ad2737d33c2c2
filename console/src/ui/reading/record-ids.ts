// Ids of records in a text become links to their pages. They are found by their form alone: whether the record exists,
// and whether the reader may see it, is said by its page.
interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}

const pages: Readonly<Record<string, string>> = {
  INC: 'incidents',
  CHG: 'changes',
  REQ: 'requests',
  KB: 'knowledge',
  CI: 'cmdb',
};

/** Not within a longer word, an address or the name of a file. */
const ID = /(?<![\w/-])(?:(?:INC|CHG|REQ|KB)\d{7,12}|CI\d{1,9})(?![\w/-]|\.\w)/g;
const PATH = /^\/console\/(?:incidents|changes|requests|knowledge|cmdb)\/[A-Z]{2,3}\d{1,12}$/;

const pathOf = (id: string): string => `/console/${pages[id.replaceAll(/\d/g, '')]}/${id}`;
export const isRecordPath = (href: string | undefined): boolean => PATH.test(href ?? '');

interface TextPart {
  text: string;
  /** The address of the record with this id. */
  path?: string;
}

/** The text in parts, those that are ids with the page of the record. */
export function recordIdsIn(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: id, index } of text.matchAll(ID)) {
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: id, path: pathOf(id) });
    from = index + id.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

const nodeOf = ({ text, path }: TextPart): Node =>
  path === undefined
    ? { type: 'text', value: text }
    : { type: 'link', url: path, children: [{ type: 'text', value: text }] };

const links = new Set(['link', 'linkReference']);

/** A step of remark. Code has no text beneath it and stays as it is; links too. */
export function linkRecordIds(node: Node): void {
  if (!node.children || links.has(node.type)) return;
  for (const child of node.children) linkRecordIds(child);
  node.children = node.children.flatMap((child) =>
    child.type === 'text' ? recordIdsIn(child.value ?? '').map(nodeOf) : [child],
  );
}
