import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Toast, withoutToast, withToast } from './toast.stack.ts';

const plain = (id: string, text = id): Toast => ({ id, text, tone: 'plain' });
const red = (id: string): Toast => ({ id, text: id, tone: 'red' });
const shownAfter = (...toasts: Toast[]): string[] =>
  toasts.reduce<readonly Toast[]>(withToast, []).map(({ text }) => text);

describe('Toasts', () => {
  test('the newest is first, and three are shown', () => {
    assert.deepEqual(shownAfter(plain('a'), plain('b')), ['b', 'a']);
    assert.deepEqual(shownAfter(plain('a'), plain('b'), plain('c'), plain('d')), ['d', 'c', 'b']);
  });

  test('a message replaces the one of its id, and is the newest', () => {
    assert.deepEqual(shownAfter(plain('a', 'old'), plain('b'), plain('a', 'new')), ['new', 'b']);
  });

  test('a failure stays while other messages arrive', () => {
    const failures = [red('f'), plain('a'), plain('b'), plain('c')];
    assert.deepEqual(shownAfter(...failures), ['c', 'b', 'f']);
    assert.deepEqual(shownAfter(red('1'), red('2'), red('3'), plain('a')), ['a', '3', '2']);
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
