// The pages of the guide are rendered from the documents, and every link in them leads somewhere.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { addressOf } from '../guide/documents.ts';
import { ensureGuideBuilt, guideDist } from './support.ts';

describe('The guide', () => {
  /** Maps the address of each page to its HTML. */
  const pages = new Map<string, string>();
  before(() => {
    ensureGuideBuilt();
    for (const name of readdirSync(guideDist, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.html'))
        pages.set(
          `/docs/guide/${name.replace(/(^index)?\.html$/, '')}`,
          readFileSync(join(guideDist, name), 'utf8'),
        );
  });

  test('every tutorial and every page of the reference is in the guide', () => {
    for (const kind of ['tutorials', 'reference'])
      for (const name of readdirSync(join(import.meta.dirname, '../../docs', kind)))
        assert.ok(pages.has(`/docs/guide/${kind}/${name.replace(/\.md$/, '')}`), name);
    for (const page of ['', 'ai', 'operations', 'runbooks', 'security', 'sdk', 'start'])
      assert.ok(pages.has(`/docs/guide/${page}`), page);
  });

  test('every link to a page or an image has a target, and every anchor a heading', () => {
    const images = new Set(readdirSync(join(guideDist, 'images')));
    /** The server serves these itself. */
    const elsewhere = new Set(['/docs/', '/console/', '/openapi.json', '/docs/guide/guide.css']);
    let count = 0;
    for (const [address, html] of pages) {
      for (const [, link = ''] of html.matchAll(/ (?:href|src)="([^"]+)"/g)) {
        if (/^[a-z]+:/.test(link) || elsewhere.has(link)) continue;
        count += 1;
        const { pathname, hash } = new URL(link, `http://guide${address}`);
        const [, image] = /^\/docs\/guide\/images\/(.+)$/.exec(pathname) ?? [];
        if (image !== undefined) assert.ok(images.has(image), `${address}: ${link}`);
        else {
          const target = pages.get(pathname);
          assert.ok(target !== undefined, `${address}: ${link}`);
          const id = ` id="${hash.slice(1)}"`;
          assert.ok(hash === '' || target.includes(id), `${address}: ${link}`);
        }
      }
    }
    assert.ok(count > 1000, `${count} links`);
  });

  test('no page has a script, an inline style or a comment', () => {
    for (const [address, html] of pages) {
      assert.doesNotMatch(html, /<script|<style| style=|<!--|javascript:/, address);
      assert.match(html, /^<!doctype html><html lang="en">.*<main><h1 id=/s, address);
    }
  });

  test('a link whose target no instance serves is text, and one that leaves the repository stays', () => {
    const from = 'docs/tutorials/run-it.md';
    assert.equal(addressOf('../../deploy/compose.yaml', from), undefined);
    assert.equal(addressOf('../../../../etc/passwd', from), undefined);
    assert.equal(addressOf('https://example.com/x.md', from), 'https://example.com/x.md');
    assert.equal(addressOf('../README.md', from), '/docs/guide/');
    assert.equal(addressOf('../adr/README.md', from), '/docs/guide/adr');
    assert.equal(addressOf('../operations.md#probes', from), '/docs/guide/operations#probes');
  });
});
