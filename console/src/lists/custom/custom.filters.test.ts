import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Field } from '../../api/index.ts';
import { fileText, filterOf } from './custom.filters.ts';

const field = (type: Field['type'], part: object = {}) =>
  ({
    key: 'site',
    label: 'Site',
    type,
    choices: [
      { value: 'muc', label: 'Munich', active: true },
      { value: 'b, c', label: 'B and C', active: false },
    ],
    index: { state: 'ready', percent: 100 },
    ...part,
  }) as Field;

describe('Filters by custom fields', () => {
  test('only a field whose index is ready has a filter', () => {
    assert.equal(filterOf(field('text', { index: null })), undefined);
    assert.equal(filterOf(field('text', { index: { state: 'building', percent: 5 } })), undefined);
    assert.equal(filterOf(field('text'))?.name, 'cf.site');
  });

  test('values are chosen, searched for or typed by the type of the field', () => {
    assert.deepEqual(filterOf(field('choice'))?.values, { muc: 'Munich', 'b\\, c': 'B and C' });
    assert.deepEqual(filterOf(field('boolean'))?.values, { true: 'Yes', false: 'No' });
    assert.equal(filterOf(field('person'))?.from, 'person');
    assert.equal(filterOf(field('ci'))?.input, 'ci');
    for (const type of ['text', 'url', 'integer', 'decimal', 'date', 'datetime'] as const)
      assert.equal(filterOf(field(type))?.input, 'typed');
  });

  test('the filter words its values', () => {
    const textOf = (type: Field['type'], value: string) => filterOf(field(type))?.textOf?.(value);
    assert.equal(textOf('decimal', '1234.5'), '1,234.5');
    assert.equal(textOf('date', '2026-02-03'), '3 Feb 2026');
    assert.equal(textOf('text', 'a\\, b'), 'a, b');
  });

  test('a file has labels of choices, addresses of people and times in UTC', () => {
    assert.equal(fileText(field('choices'), ['muc', 'b, c']), 'Munich, B and C');
    assert.equal(fileText(field('person'), 'ada@example.com'), 'ada@example.com');
    assert.equal(
      fileText(field('datetime'), '2026-11-15T09:30:00.000Z'),
      '2026-11-15T09:30:00.000Z',
    );
    assert.equal(fileText(field('boolean'), false), 'no');
    assert.equal(fileText(field('decimal'), 1234.5), '1234.5');
    assert.equal(fileText(field('text'), undefined), '');
  });
});
