// The first load and each further page of the built console have size budgets, compressed with gzip.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { dist, ensureBuilt } from './support.ts';

const FIRST_LOAD_KB = 230;
const FURTHER_PAGE_KB = 60;

interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

const FIRST_PAGE = 'src/incidents/list/incidents.page.tsx';

/** Returns the files that a chunk needs, with those of its imports. */
function filesOf(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const file of chunk.css ?? []) found.add(file);
  for (const other of chunk.imports ?? []) filesOf(manifest, other, found);
  return found;
}

const kilobytes = (files: Iterable<string>, sizeOf: (file: string) => number): number =>
  [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1000;

/** Lists each page that exceeds its budget. */
function overBudget(manifest: Manifest, sizeOf: (file: string) => number): string[] {
  const first = filesOf(manifest, 'index.html');
  filesOf(manifest, FIRST_PAGE, first);
  const load = kilobytes(first, sizeOf);
  const further = Object.keys(manifest)
    .filter((name) => manifest[name]?.isDynamicEntry && name !== FIRST_PAGE)
    .map((name) => {
      const own = [...filesOf(manifest, name)].filter((file) => !first.has(file));
      return { name, size: kilobytes(own, sizeOf) };
    });
  return [
    ...(load > FIRST_LOAD_KB ? [`first load: ${load.toFixed(1)} kB`] : []),
    ...further
      .filter(({ size }) => size > FURTHER_PAGE_KB)
      .map(({ name, size }) => `${name}: ${size.toFixed(1)} kB`),
  ];
}

describe('Size of the console', () => {
  let manifest: Manifest;
  const gzipSize = (file: string): number => statSync(join(dist, `${file}.gz`)).size;

  before(() => {
    ensureBuilt();
    manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  });

  test('the first load and every further page are within their budgets', (context) => {
    assert.ok(manifest['index.html'] && manifest[FIRST_PAGE], 'the manifest has both');
    assert.deepEqual(overBudget(manifest, gzipSize), []);
    const first = filesOf(manifest, 'index.html');
    filesOf(manifest, FIRST_PAGE, first);
    context.diagnostic(`first load: ${kilobytes(first, gzipSize).toFixed(1)} kB`);
  });

  test('70 kB more exceed the budget of the first load and of a further page', () => {
    const more = (name: string) => (file: string) =>
      gzipSize(file) + (file === manifest[name]?.file ? 70_000 : 0);
    assert.notDeepEqual(overBudget(manifest, more('index.html')), []);
    assert.notDeepEqual(overBudget(manifest, more('src/ui/reading/markdown.tsx')), []);
  });

  test('no file has content in a data: URL, which the policy of the page forbids', () => {
    for (const file of filesOf(manifest, 'index.html')) {
      const text = readFileSync(join(dist, file), 'utf8');
      assert.ok(!/url\(["']?data:/.test(text), file);
    }
  });
});
