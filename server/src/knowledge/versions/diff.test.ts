import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { diffLines } from './diff.ts';
import { cpuMs } from '../../../test/support/cpu.ts';

const lines = (...all: string[]): string => all.join('\n');
const blocksBetween = (from: string, to: string) =>
  diffLines(from, to).map(({ kind, from_line, to_line, text }) => [kind, from_line, to_line, text]);

/** Applies the difference to `from`, and verifies the lines that it claims to be there. */
function applyDiff(from: string, to: string): string {
  const source = from.split('\n');
  const result: string[] = [];
  let at = 0;
  for (const { kind, from_line, text } of diffLines(from, to)) {
    result.push(...source.slice(at, from_line - 1));
    at = from_line - 1;
    const part = text.split('\n');
    if (kind !== 'added') {
      assert.deepEqual(source.slice(at, at + part.length), part);
      at += part.length;
    }
    if (kind !== 'removed') result.push(...part);
  }
  return [...result, ...source.slice(at)].join('\n');
}

describe('A difference by lines', () => {
  test('the difference of equal texts is empty', () => {
    assert.deepEqual(diffLines('a\nb', 'a\nb'), []);
  });

  test('the difference shows removed and added lines with three lines of context', () => {
    const from = lines('1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12');
    const to = lines('1', '2', '3', '4', 'five', '6', '7', '8', '9', '10', '11', '12', '13');
    assert.deepEqual(blocksBetween(from, to), [
      ['equal', 2, 2, lines('2', '3', '4')],
      ['removed', 5, 5, '5'],
      ['added', 6, 5, 'five'],
      ['equal', 6, 6, lines('6', '7', '8')],
      ['equal', 10, 10, lines('10', '11', '12')],
      ['added', 13, 13, '13'],
    ]);
  });

  test('a few equal lines between two edits are one block of context', () => {
    assert.deepEqual(blocksBetween(lines('a', 'x', 'b'), lines('A', 'x', 'B')), [
      ['removed', 1, 1, 'a'],
      ['added', 2, 1, 'A'],
      ['equal', 2, 2, 'x'],
      ['removed', 3, 3, 'b'],
      ['added', 4, 3, 'B'],
    ]);
  });

  test('an empty line at the end of a text is compared like any other line', () => {
    assert.deepEqual(blocksBetween('a', 'a\n'), [
      ['equal', 1, 1, 'a'],
      ['added', 2, 2, ''],
    ]);
  });

  test('in a difference of more than 500 edits, all lines from the first difference to the last are one replacement', () => {
    const diffWithEdits = (count: number) => {
      const middle = (word: string) =>
        Array.from({ length: count }, (_, n) => [`${word}${n}`, '=']);
      const text = (word: string) => lines('1', '2', '3', '4', ...middle(word).flat(), '5', '6');
      return blocksBetween(text('a'), text('b')).map(([kind, from, to]) => [kind, from, to]);
    };
    assert.equal(diffWithEdits(250).length, 3 * 250 + 1);
    assert.deepEqual(diffWithEdits(251), [
      ['equal', 2, 2],
      ['removed', 5, 5],
      ['added', 506, 5],
      ['equal', 506, 506],
    ]);
  });

  test('the difference of any two texts, applied to the first, gives the second', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        assert.equal(applyDiff(a.join('\n'), b.join('\n')), b.join('\n'));
      }),
      { numRuns: 2000 },
    );
  });

  test('texts that share nothing or have very many lines are compared within three seconds', () => {
    const many = (word: string) =>
      Array.from({ length: 32_000 }, (_, n) => `${word}${n % 7}`).join('\n');
    const started = cpuMs();
    assert.equal(applyDiff(many('a'), many('b')), many('b'));
    assert.equal(applyDiff('\n'.repeat(65_000), many('b')), many('b'));
    const shuffled = many('a').split('\n').toReversed().join('\n');
    assert.equal(applyDiff(many('a'), shuffled), shuffled);
    assert.ok(cpuMs() - started < 3000);
  });
});
