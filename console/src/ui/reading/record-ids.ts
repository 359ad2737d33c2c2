// An id of a record in a text becomes a link to its page. It is found by its pattern alone; the page says whether the
// record exists and the reader may see it.
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

/** An id does not match within a longer word, an address or a file name. */
const ID = /(?<![\w/-])(?:(?:INC|CHG|REQ|KB)\d{7,12}|CI\d{1,9})(?![\w/-]|\.\w)/g;
const PATH = /^\/console\/(?:incidents|changes|requests|knowledge|cmdb)\/[A-Z]{2,3}\d{1,12}$/;

const pathOf = (id: string): string => `/console/${pages[id.replaceAll(/\d/g, '')]}/${id}`;
export const isRecordPath = (href: string | undefined): boolean => PATH.test(href ?? '');

interface TextPart {
  text: string;
  /** The path is set if the part is the id of a record. */
  path?: string;
}

/** Splits a text into ids of records, with the path of the page, and other parts. */
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

/** Runs as a plugin of remark. Code has no text nodes and stays as it is, and so do links. */
export function linkRecordIds(node: Node): void {
  if (!node.children || links.has(node.type)) return;
  for (const child of node.children) linkRecordIds(child);
  node.children = node.children.flatMap((child) =>
    child.type === 'text' ? recordIdsIn(child.value ?? '').map(nodeOf) : [child],
  );
}
