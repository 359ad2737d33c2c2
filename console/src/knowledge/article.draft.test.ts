import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Article } from '../api/articles/articles.ts';
import { bodyOf, emptyText, missingIn, patchOf, textOf } from './article.draft.ts';

const article = {
  title: 'VPN',
  summary: null,
  body: 'Text',
  category: 'Network',
  tags: ['vpn', 'login'],
  language: 'en',
} as Article;

describe('The draft of an article', () => {
  test('the draft of an article begins with the pending revision, where there is one', () => {
    assert.deepEqual(textOf(article), {
      title: 'VPN',
      summary: '',
      body: 'Text',
      category: 'Network',
      tags: 'vpn, login',
      language: 'en',
    });
    const pending = { body: 'Newer', by: 'ada@example.com', at: '2026-11-15T10:00:00.000Z' };
    const { title, body } = textOf({ ...article, pending });
    assert.deepEqual([title, body], ['VPN', 'Newer']);
  });

  test('only fields that differ are sent, with null for a cleared one', () => {
    const before = textOf(article);
    assert.deepEqual(patchOf(before, before), {});
    assert.deepEqual(patchOf(before, { ...before, category: ' ', tags: 'vpn,, login ,vpn' }), {
      category: null,
    });
    assert.deepEqual(patchOf(before, { ...before, tags: '' }), { tags: [] });
  });

  test('the spaces of a text are sent as they were written', () => {
    const body = '  code\n\n';
    assert.equal(bodyOf({ ...emptyText, title: ' A ', body }).body, body);
    assert.equal(bodyOf({ ...emptyText, title: ' A ', body }).title, 'A');
  });

  test('an article needs a title and a text', () => {
    assert.match(missingIn(emptyText) ?? '', /title/);
    assert.match(missingIn({ ...emptyText, title: 'A' }) ?? '', /text/);
    assert.equal(missingIn({ ...emptyText, title: 'A', body: 'b' }), undefined);
  });
});
