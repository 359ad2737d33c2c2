import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rankArticles } from './ranking.ts';

const order = (...parameters: Parameters<typeof rankArticles>) =>
  rankArticles(...parameters).map(({ id }) => id);

describe('The order of articles', () => {
  test('articles that have every word come first, in the order of both searches', () => {
    const words = { exact: ['a', 'b'], others: ['c'] };
    assert.deepEqual(order(words, ['d', 'b', 'c']), ['b', 'a', 'd', 'c']);
  });

  test('among articles that lack a word, the meaning counts more than single words', () => {
    const words = { exact: [], others: ['a', 'b', 'c'] };
    assert.deepEqual(order(words, ['c', 'd']), ['c', 'd', 'a', 'b']);
  });

  test('without embeddings, articles are ordered by their words', () => {
    const words = { exact: ['a', 'b'], others: ['c', 'b'] };
    assert.deepEqual(order(words, undefined), ['a', 'b', 'c']);
  });

  test('scores are between 0 and 1, and above 0.5 only for articles that have every word', () => {
    const many = Array.from({ length: 1000 }, (_, n) => `KB${n}`);
    for (const nearest of [undefined, [], many.toReversed()]) {
      const ranked = rankArticles({ exact: many.slice(0, 600), others: many.slice(600) }, nearest);
      const scores = ranked.map(({ score }) => score);
      assert.ok(scores.every((score) => score > 0 && score <= 1));
      assert.equal(scores.filter((score) => score > 0.5).length, 600);
    }
    assert.equal(rankArticles({ exact: ['a'], others: [] }, ['a'])[0]?.score, 1);
    assert.equal(rankArticles({ exact: ['a'], others: [] }, undefined)[0]?.score, 1);
  });
});
