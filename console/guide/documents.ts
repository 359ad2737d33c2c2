// The documents of the repository are pages below /docs/guide/ of an instance.
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** These documents are outside the folder `docs`. */
const elsewhere: Readonly<Record<string, string>> = {
  'README.md': 'start',
  'sdk/README.md': 'sdk',
  'CHANGELOG.md': 'changelog',
  'SECURITY.md': 'report-a-vulnerability',
};

/** The index lists the other documents. */
export const INDEX = 'docs/README.md';
const IMAGES = 'docs/images/';
/** The pages are served below this path. */
export const ROOT = '/docs/guide/';

/** `docs/adr/README.md` is `adr`, and `docs/tutorials/run-it.md` is `tutorials/run-it`; the index is empty. */
const pageOf = (document: string): string =>
  elsewhere[document] ?? document.replace(/^docs\//, '').replace(/(^|\/)?(README)?\.md$/, '');

const listFiles = (pattern: string): string[] => globSync(pattern, { cwd: root }).toSorted();

export const readDocument = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Maps the path of each document to that of its page. */
export const pages: ReadonlyMap<string, string> = new Map(
  [...listFiles('docs/**/*.md'), ...Object.keys(elsewhere)].map((path) => [path, pageOf(path)]),
);

/** Maps the name of each image to its path. */
export const images: ReadonlyMap<string, string> = new Map(
  listFiles(`${IMAGES}*.png`).map((path) => [path.slice(IMAGES.length), join(root, path)]),
);

/** Returns the address of a page or an image for a link in a document; undefined if no instance serves its target. */
export function addressOf(target: string, document: string): string | undefined {
  if (/^([a-z]+:|#)/.test(target)) return target;
  const [file = '', anchor] = target.split('#', 2);
  const path = posix.join(posix.dirname(document), file).replace(/\/$/, '/README.md');
  if (path === 'openapi.json') return '/openapi.json';
  if (path.startsWith(IMAGES)) return `${ROOT}images/${path.slice(IMAGES.length)}`;
  const page = pages.get(path);
  return page === undefined ? undefined : ROOT + page + (anchor ? `#${anchor}` : '');
}
