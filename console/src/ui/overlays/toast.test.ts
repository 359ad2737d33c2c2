import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Toast, withoutToast, withToast } from './toast.stack.ts';

const plain = (id: string, text = id): Toast => ({ id, text, tone: 'plain' });
const failure = (id: string): Toast => ({ id, text: id, tone: 'red' });
const textsAfter = (...toasts: Toast[]): string[] =>
  toasts.reduce<readonly Toast[]>(withToast, []).map(({ text }) => text);

describe('Toasts', () => {
  test('the newest message is first, and at most three are shown', () => {
    assert.deepEqual(textsAfter(plain('a'), plain('b')), ['b', 'a']);
    assert.deepEqual(textsAfter(plain('a'), plain('b'), plain('c'), plain('d')), ['d', 'c', 'b']);
  });

  test('a message replaces the one with the same id, and is the newest', () => {
    assert.deepEqual(textsAfter(plain('a', 'old'), plain('b'), plain('a', 'new')), ['new', 'b']);
  });

  test('a failure stays while other messages arrive', () => {
    const failures = [failure('f'), plain('a'), plain('b'), plain('c')];
    assert.deepEqual(textsAfter(...failures), ['c', 'b', 'f']);
    assert.deepEqual(textsAfter(failure('1'), failure('2'), failure('3'), plain('a')), [
      'a',
      '3',
      '2',
    ]);
  });

  test('a message that had no room never comes back', () => {
    const shown = ['a', 'b', 'c', 'd']
      .map((id) => plain(id))
      .reduce<readonly Toast[]>(withToast, []);
    assert.deepEqual(
      withoutToast(withoutToast(shown, 'd'), 'c').map(({ id }) => id),
      ['b'],
    );
    assert.equal(withoutToast(shown, 'a'), shown);
  });
});
