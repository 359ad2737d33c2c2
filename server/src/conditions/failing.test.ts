import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Condition, Node } from './evaluation/index.ts';
import { failingLeaves } from './failing.ts';

const leaf = (field: string): Node => ({ field, operator: 'eq', value: 1 });

/** Fields that begin with t hold. */
const holds = (node: Node): boolean => {
  if ('field' in node) return node.field.startsWith('t');
  if ('all' in node) return node.all.every(holds);
  return 'any' in node ? node.any.some(holds) : !node.none.some(holds);
};

const failing = (condition: Condition): string[] =>
  failingLeaves(condition, holds).map((one) => `${one.pointer} ${one.leaf.field}`);

describe('The comparisons that make a condition fail', () => {
  test('comparisons of `all` that hold are left out', () =>
    assert.deepEqual(failing({ all: [leaf('t1'), leaf('f1'), leaf('f2')] }), [
      '/all/1 f1',
      '/all/2 f2',
    ]));

  test('no comparison of `any` is left out', () =>
    assert.deepEqual(failing({ any: [leaf('f1'), leaf('f2')] }), ['/any/0 f1', '/any/1 f2']));

  test('comparisons of `none` that fail are left out', () =>
    assert.deepEqual(failing({ none: [leaf('t1'), leaf('f1')] }), ['/none/0 t1']));

  test('nested groups are replaced by the leaves that decide', () => {
    const nested: Condition = {
      all: [leaf('t1'), { any: [leaf('f1'), { none: [leaf('t2'), { all: [leaf('t3')] }] }] }],
    };
    assert.deepEqual(failing(nested), [
      '/all/1/any/0 f1',
      '/all/1/any/1/none/0 t2',
      '/all/1/any/1/none/1/all/0 t3',
    ]);
  });
});
