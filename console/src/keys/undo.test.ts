import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutExpired, messageOf, type Undoable } from './undo.stack.ts';

const change = (text: string, until = 8000): Undoable => ({ text, until, run: () => undefined });

describe('Undo', () => {
  test('one change is named, and undone', () => {
    assert.deepEqual(messageOf([change('A.')]), { text: 'A.', label: 'Undo' });
  });

  test('several changes are counted, and the newest is named and undone', () => {
    const changes = Array.from({ length: 8 }, (_, index) => change(`Change ${index + 1}.`));
    assert.deepEqual(messageOf(changes), {
      text: '8 changes · Change 8.',
      label: 'Undo last',
    });
  });

  test('a change can be undone until its time is over, whatever came after it', () => {
    const changes = [change('late', 5000), change('early', 8000)];
    assert.deepEqual(
      [0, 4999, 5000, 8000].map((now) => withoutExpired(changes, now).map(({ text }) => text)),
      [['late', 'early'], ['late', 'early'], ['early'], []],
    );
  });
});
