// Builds console/dist-guide, which has the pages of the guide with their images and their style, unless it was built from
// the same documents.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildOnce, hashSources } from '../../tools/build-folder.ts';
import { images, INDEX, pages, readDocument, ROOT } from './documents.ts';

const root = import.meta.dirname;
const SOURCES = [
  '*',
  '../../package-lock.json',
  '../../{README,CHANGELOG,SECURITY,sdk/README}.md',
  '../../docs/**/*.{md,png}',
];

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? '';

async function writePages(folder: string): Promise<void> {
  // React renders faster without its checks for development.
  process.env['NODE_ENV'] ??= 'production';
  const [{ renderPage, sectionsOf }, { renderMarkdown }] = await Promise.all([
    import('./page.ts'),
    import('./render.ts'),
  ]);
  const targetOf = (path: string): string => {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  };
  const sections = sectionsOf(readDocument(INDEX));
  for (const [document, page] of pages) {
    const text = readDocument(document);
    const html = renderPage({
      title: titleOf(text),
      content: renderMarkdown(text, document),
      sections,
      address: ROOT + page,
    });
    writeFileSync(targetOf(`${page || 'index'}.html`), html);
  }
  for (const [name, path] of images) copyFileSync(path, targetOf(`images/${name}`));
  copyFileSync(join(root, 'guide.css'), targetOf('guide.css'));
}

if (import.meta.main)
  await buildOnce({
    title: 'the guides',
    folder: join(root, '../dist-guide'),
    hash: hashSources(root, SOURCES),
    write: writePages,
  });
