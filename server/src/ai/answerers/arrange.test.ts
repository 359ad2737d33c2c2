import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { arrangeAnswer } from './arrange.ts';

const article = (...headings: (string | undefined)[]) =>
  headings.map((heading, position) => ({
    article_id: 'KB0000001',
    version: 1,
    title: 'x',
    position,
    heading_path: heading === undefined ? [] : heading.split(' > '),
    text: String(position),
    relevance: 1,
  }));

/** Returns the positions of the passages of the answer; `found` are the positions of those that were found. */
const arrange = (all: ReturnType<typeof article>, ...found: number[]): number[] =>
  arrangeAnswer(
    all.filter(({ position }) => found.includes(position)).toSorted(byOrderOf(found)),
    all,
  ).map(({ position }) => position);

const byOrderOf =
  (found: readonly number[]) =>
  (a: { position: number }, b: { position: number }): number =>
    found.indexOf(a.position) - found.indexOf(b.position);

describe('The passages of an answer', () => {
  const usual = article(undefined, 'Symptoms', 'Cause', 'Steps', 'Steps', 'Verification');

  test('an answer begins with the steps, whichever passage was found', () => {
    assert.deepEqual(arrange(usual, 1), [3, 4]);
    assert.deepEqual(arrange(usual, 0, 1), [3, 4]);
    assert.deepEqual(arrange(usual, 4), [3, 4]);
    for (const heading of ['Resolution', 'Workaround', 'How to fix it', 'Instructions', 'Solution'])
      assert.deepEqual(arrange(article('Symptoms', heading), 0), [1], heading);
  });

  test('a cause or verification that was found follows the steps, and the summary and the symptoms do not', () => {
    assert.deepEqual(arrange(usual, 2), [3, 4, 2]);
    assert.deepEqual(arrange(usual, 5, 1), [3, 4, 5]);
    assert.deepEqual(arrange(usual, 1, 2), [3, 4, 2]);
    assert.deepEqual(arrange(usual, 3, 0), [3, 4]);
  });

  test('a section of its own kind is the answer if it was found first', () => {
    const mixed = article(undefined, 'Steps', 'Opening hours');
    assert.deepEqual(arrange(mixed, 2), [2]);
    assert.deepEqual(arrange(mixed, 2, 0), [2, 0]);
  });

  test('an article without steps is quoted as it was found, the symptoms last', () => {
    const plain = article(undefined, 'Symptoms', 'Contacts');
    assert.deepEqual(arrange(plain, 0), [0]);
    assert.deepEqual(arrange(plain, 1, 2), [2, 1]);
    assert.deepEqual(arrange(article(undefined)), []);
  });

  test('long steps are cut, and begin with the passage that was found if it is a late one', () => {
    const long = article('Symptoms', ...Array.from({ length: 9 }, () => 'Steps > Windows'));
    assert.deepEqual(arrange(long, 0), [1, 2, 3, 4]);
    assert.deepEqual(arrange(long, 3), [1, 2, 3, 4]);
    assert.deepEqual(arrange(long, 7), [7, 8, 9]);
  });
});
