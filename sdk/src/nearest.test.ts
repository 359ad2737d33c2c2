import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nearest } from './nearest.ts';

describe('The nearest name', () => {
  const names = ['new', 'in_progress', 'on_hold', 'resolved', 'short_description', 'P1', 'P2'];
  const corrected: [given: string, name: string | undefined][] = [
    ['neww', 'new'],
    ['nwe', 'new'],
    ['resovled', 'resolved'],
    ['resol', 'resolved'],
    ['in-progress', 'in_progress'],
    ['inProgress', 'in_progress'],
    ['ShortDescription', 'short_description'],
    ['p1', 'P1'],
    ['NEW', 'new'],
    ['P5', undefined],
    ['ne', undefined],
    ['colour', undefined],
    ['', undefined],
  ];
  for (const [given, name] of corrected)
    test(`"${given}" ${name === undefined ? 'is near no name' : `is nearest to ${name}`}`, () => {
      assert.equal(nearest(given, names), name);
    });

  test('the nearest of several is chosen, and the first of equally near ones', () => {
    assert.equal(nearest('stat', ['start', 'state', 'status']), 'state');
    assert.equal(nearest('cat', ['car', 'cab']), 'car');
    assert.equal(nearest('state', []), undefined);
  });

  test('a text of more than 100 characters is near no name, so that its length costs no time', () => {
    const name = 'x'.repeat(100);
    assert.equal(nearest(name.slice(1), [name]), name);
    assert.equal(nearest(`${name}x`, [name]), undefined);
  });
});
