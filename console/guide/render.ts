// Renders a document to HTML without scripts or inline styles. HTML in a document is a comment for its authors, and left out.
import { createElement as element, type ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { addressOf } from './documents.ts';

interface Node {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

const textOf = ({ value = '', children = [] }: Node): string =>
  value + children.map(textOf).join('');

/** Computes anchors as GitHub does for headings. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Gives each heading its anchor; another heading with the same text gets a number. */
const addAnchors = () => (tree: Node) => {
  const counts = new Map<string, number>();
  for (const node of tree.children ?? []) {
    if (!/^h[1-6]$/.test(node.tagName ?? '')) continue;
    const anchor = anchorOf(textOf(node));
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    node.properties = { ...node.properties, id: count === 0 ? anchor : `${anchor}-${count}` };
  }
};

/** A reader can scroll a wide table or a long line with the keyboard. The alignment of a cell would be an inline style. */
const components: Components = {
  table: ({ children }) =>
    element(
      'div',
      { className: 'table', tabIndex: 0, role: 'region', 'aria-label': 'Table' },
      element('table', null, children),
    ),
  th: ({ children }) => element('th', null, children),
  td: ({ children }) => element('td', null, children),
  pre: ({ children }) => element('pre', { tabIndex: 0 }, children),
  img: ({ src, alt }) => element('img', { src, alt, loading: 'lazy' }),
};

export const renderMarkdown = (text: string, document: string): ReactNode =>
  element(
    Markdown,
    {
      remarkPlugins: [remarkGfm],
      rehypePlugins: [addAnchors],
      skipHtml: true,
      urlTransform: (target) => addressOf(target, document),
      components,
    },
    text,
  );
