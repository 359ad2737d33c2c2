import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lineDiff } from './line-diff.ts';

const diffLines = (old: string, next: string): string[] =>
  lineDiff(old, next).flatMap(({ kind, text, from_line, to_line }) =>
    text
      .split('\n')
      .map((line, index) =>
        kind === 'added'
          ? `+${to_line + index} ${line}`
          : `${kind === 'removed' ? '-' : ' '}${from_line + index} ${line}`,
      ),
  );
const lines = (...numbers: (number | string)[]): string => numbers.join('\n');

describe('The difference of two texts', () => {
  test('the difference of equal texts is empty', () => {
    assert.deepEqual(lineDiff('a\nb', 'a\nb'), []);
  });

  test('a difference has three equal lines around a change, with the numbers of both texts', () => {
    assert.deepEqual(
      diffLines(lines(1, 2, 3, 4, 5, 6, 7, 8, 9), lines(1, 2, 3, 4, 'x', 'y', 6, 7, 8, 9)),
      [' 2 2', ' 3 3', ' 4 4', '-5 5', '+5 x', '+6 y', ' 6 6', ' 7 7', ' 8 8'],
    );
  });

  test('a difference leaves out the lines between two changes that are far apart', () => {
    assert.deepEqual(
      diffLines(lines('a', 1, 2, 3, 4, 5, 6, 7, 8, 'b'), lines('A', 1, 2, 3, 4, 5, 6, 7, 8, 'B')),
      ['-1 a', '+1 A', ' 2 1', ' 3 2', ' 4 3', ' 7 6', ' 8 7', ' 9 8', '-10 b', '+10 B'],
    );
  });

  test('equal lines between added ones stay equal', () => {
    assert.deepEqual(diffLines(lines('a', 'b', 'c'), lines('a', 'x', 'b', 'c', 'y')), [
      ' 1 a',
      '+2 x',
      ' 2 b',
      ' 3 c',
      '+5 y',
    ]);
  });

  test('the difference of a text and an empty one has all its lines', () => {
    assert.deepEqual(diffLines('', lines('a', 'b')), ['+1 a', '+2 b']);
    assert.deepEqual(diffLines(lines('a', 'b'), ''), ['-1 a', '-2 b']);
  });

  test('very long texts that differ everywhere are one replacement', () => {
    const long = (mark: string) => lines(...Array.from({ length: 5000 }, (_, n) => `${mark} ${n}`));
    assert.deepEqual(
      lineDiff(long('a'), long('b')).map(({ kind }) => kind),
      ['removed', 'added'],
    );
  });

  test('a difference of more than 500 edits is one replacement, with the equal lines before and after it', () => {
    const kinds = (count: number) => {
      const long = (mark: string) => Array.from({ length: count }, (_, n) => [`${mark} ${n}`, '=']);
      const text = (mark: string) => lines(1, 2, 3, 4, ...long(mark).flat(), 5);
      return lineDiff(text('a'), text('b')).map((part) => [
        part.kind,
        part.from_line,
        part.to_line,
      ]);
    };
    assert.equal(kinds(250).length, 3 * 250 + 1);
    assert.deepEqual(kinds(251), [
      ['equal', 2, 2],
      ['removed', 5, 5],
      ['added', 506, 5],
      ['equal', 506, 506],
    ]);
  });
});
