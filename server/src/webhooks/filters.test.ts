import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { failingFilter, type Filter, filterFaults, operators, valueAt } from './filters.ts';

const passes = (source: unknown, ...filters: Filter[]): boolean =>
  failingFilter(filters, (field) => valueAt(source, field)) === undefined;

type Case = [operator: Filter['operator'], value: unknown, holds: unknown[], fails: unknown[]];

const NOTHING = undefined;
const cases: Case[] = [
  ['eq', 'P1', ['P1'], ['P2', 'p1', NOTHING, null]],
  ['eq', 5, [5, '5', '5.0'], [6, 'five', NOTHING]],
  ['eq', null, [null], [NOTHING, 0, '']],
  ['neq', 'P1', ['P2', NOTHING], ['P1']],
  ['in', ['P1', 2], ['P1', 2, '2'], ['P2', NOTHING]],
  ['not_in', ['P1'], ['P2', NOTHING], ['P1']],
  ['gt', 9, [10, '10'], [9, '9', 8, 'ten', NOTHING]],
  ['gt', '2026-01-01', ['2026-01-02'], ['2025-12-31', 5]],
  ['gte', 9, [9, 10], [8]],
  ['lt', '10', [9, '9'], [10, '11']],
  ['lte', 9, [9], [10, NOTHING]],
  ['contains', 'disk', ['the disk', ['disk']], ['Disk', [], NOTHING, 5]],
  ['not_contains', 'disk', ['memory', NOTHING, []], ['a disk', ['disk']]],
  ['starts_with', 'db', ['db-1'], ['a db', NOTHING, 5]],
  ['ends_with', '-1', ['db-1'], ['db-10', NOTHING]],
  ['exists', true, [null, 0, ''], [NOTHING]],
  ['exists', false, [NOTHING], [null]],
];

describe('Filters', () => {
  for (const [operator, value, holds, fails] of cases) {
    test(`the filter ${operator} ${JSON.stringify(value)} matches the listed values only`, () => {
      const filter = { field: 'a', operator, value };
      for (const a of holds) assert.ok(passes(a === NOTHING ? {} : { a }, filter), String(a));
      for (const a of fails) assert.ok(!passes(a === NOTHING ? {} : { a }, filter), String(a));
    });
  }

  test('every operator has a case', () => {
    assert.deepEqual(new Set(cases.map(([operator]) => operator)), new Set(operators));
  });

  test('a path follows dots and indexes, through own properties only', () => {
    const source = { a: { list: [{ b: 1 }] }, x: 'text' };
    assert.equal(valueAt(source, 'a.list[0].b'), 1);
    assert.equal(valueAt(source, 'a.list.0.b'), 1);
    const absent = ['a.list.length.b', '__proto__', 'constructor.name', 'x.length.a', 'toString'];
    for (const path of absent) assert.equal(valueAt(source, path), undefined, path);
  });

  test('all filters must match, and the first that does not is returned', () => {
    const filters: Filter[] = [
      { field: 'a', operator: 'eq', value: 1 },
      { field: 'b', operator: 'eq', value: 2 },
      { field: 'c', operator: 'eq', value: 3 },
    ];
    assert.equal(
      failingFilter(filters, (field) => valueAt({ a: 1, b: 3 }, field)),
      filters[1],
    );
  });

  test('a value that the operator cannot use is reported with its pointer', () => {
    const faults = filterFaults([
      { field: 'a', operator: 'eq', value: null },
      { field: 'a', operator: 'in', value: 'P1' },
      { field: 'a', operator: 'exists', value: 'yes' },
      { field: 'a', operator: 'gt', value: [] },
    ]);
    const pointers = faults.map(({ pointer }) => pointer);
    assert.deepEqual(pointers, ['/filters/1/value', '/filters/2/value', '/filters/3/value']);
  });
});
