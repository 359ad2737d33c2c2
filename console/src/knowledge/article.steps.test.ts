import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Article } from '../api/articles/articles.ts';
import { stepsOf, waitsFor } from './article.steps.ts';

const article = (fields: Partial<Article>) =>
  ({ state: 'draft', pending_revision: false, allowed_transitions: [], ...fields }) as Article;
const agent = { mayWrite: true, mayPublish: false };
const manager = { mayWrite: true, mayPublish: true };
const reader = { mayWrite: false, mayPublish: false };
const ids = (one: Article, rights: typeof agent) => stepsOf(one, rights);

describe('The steps of an article', () => {
  test('an article offers the steps that the service allows', () => {
    assert.deepEqual(ids(article({ allowed_transitions: ['review'] }), agent), ['review']);
    assert.deepEqual(
      ids(article({ state: 'review', allowed_transitions: ['published'] }), manager),
      ['publish', 'sendBack'],
    );
    assert.deepEqual(ids(article({ state: 'review' }), agent), []);
  });

  test('a pending revision can be published by a manager, and discarded by its writers', () => {
    const pending = article({ state: 'published', pending_revision: true });
    assert.deepEqual(ids({ ...pending, allowed_transitions: ['retired'] }, manager), [
      'publishRevision',
      'sendBack',
      'discard',
      'retire',
    ]);
    assert.deepEqual(ids(pending, agent), ['discard']);
    assert.deepEqual(ids(pending, reader), []);
  });

  test('a revision that was sent back waits for its editor', () => {
    const sent_back = { by: 'mia@example.com', at: '2026-11-02T08:00:00.000Z', comment: 'Why?' };
    const returned = article({ state: 'published', pending_revision: true, sent_back });
    assert.deepEqual(ids(returned, manager), ['publishRevision', 'discard']);
    assert.match(waitsFor(returned, agent) ?? '', /^Sent back/);
  });

  test('an article says if its next step waits for another person', () => {
    assert.match(waitsFor(article({ state: 'review' }), agent) ?? '', /manager/);
    assert.equal(waitsFor(article({ state: 'review' }), manager), undefined);
    assert.equal(waitsFor(article({}), agent), undefined);
    assert.equal(waitsFor(article({ pending_revision: true }), reader), undefined);
  });
});
