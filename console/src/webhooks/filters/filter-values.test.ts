import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Filter } from '../../api/index.ts';
import { inWords, textOf, valueOf } from './filter-values.ts';

const filters: [Filter, text: string][] = [
  [{ field: 'a', operator: 'eq', value: 'P1' }, 'P1'],
  [{ field: 'a', operator: 'eq', value: 5 }, '5'],
  [{ field: 'a', operator: 'eq', value: '5' }, '"5"'],
  [{ field: 'a', operator: 'eq', value: true }, 'true'],
  [{ field: 'a', operator: 'eq', value: 'true' }, '"true"'],
  [{ field: 'a', operator: 'neq', value: null }, 'null'],
  [{ field: 'a', operator: 'in', value: ['P1', 'P2', 3] }, 'P1, P2, 3'],
  [{ field: 'a', operator: 'not_in', value: [] }, ''],
  [{ field: 'a', operator: 'exists', value: false }, 'false'],
  [{ field: 'a', operator: 'contains', value: 'two words' }, 'two words'],
  [{ field: 'a', operator: 'eq', value: '"quoted"' }, '"\\"quoted\\""'],
];

describe('The value of a filter', () => {
  for (const [filter, text] of filters) {
    test(`${JSON.stringify(filter.value)} for ${filter.operator} is shown as ${text} and read back`, () => {
      assert.equal(textOf(filter), text);
      assert.deepEqual(valueOf(filter.operator, text), filter.value);
    });
  }

  test('a text that only begins like JSON stays text', () => {
    assert.equal(valueOf('eq', '12 monkeys'), '12 monkeys');
    assert.equal(valueOf('eq', '{name'), '{name');
  });

  test('a filter is worded for people', () => {
    assert.equal(
      inWords({ field: 'incident.priority', operator: 'in', value: ['P1', 'P2'] }),
      'incident.priority is one of P1, P2',
    );
    assert.equal(inWords({ field: 'a', operator: 'exists', value: false }), 'a does not exist');
  });
});
