import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testShort } from '../../support/scaled-tests.ts';
import { propertyTests } from '../property-tests.ts';
import type { NaiveNode } from './naive.ts';
import { compareCases, type PlantFault } from './prove.ts';

/** Applies the fault to every node, from the leaves up. */
const everywhere =
  (fault: PlantFault): PlantFault =>
  ({ all, any, none, ...leaf }) => {
    const nodes = (some: NaiveNode[] | undefined) => some?.map(everywhere(fault));
    const parts = Object.entries({ all: nodes(all), any: nodes(any), none: nodes(none) });
    return fault({ ...leaf, ...Object.fromEntries(parts.filter(([, some]) => some)) });
  };

const replaceOperator = (from: string, to: string): PlantFault =>
  everywhere((node) => (node.operator === from ? { ...node, operator: to } : node));

describe('Conditions and their naive interpreter', () => {
  testShort(propertyTests.conditions);

  const planted: [fault: string, plantFault: PlantFault][] = [
    ['none is evaluated as all', everywhere(({ none, ...node }) => (none ? { all: none } : node))],
    ['none is evaluated as any', everywhere(({ none, ...node }) => (none ? { any: none } : node))],
    ['any is evaluated as all', everywhere(({ any, ...node }) => (any ? { all: any } : node))],
    ['gte excludes equal values', replaceOperator('gte', 'gt')],
    ['changed_to ignores the change', replaceOperator('changed_to', 'eq')],
    ['changed_from reads the value after', replaceOperator('changed_from', 'eq')],
    ['not_in is the same as in', replaceOperator('not_in', 'in')],
    [
      'exists ignores its value',
      everywhere((node) => (node.operator === 'exists' ? { ...node, value: true } : node)),
    ],
    [
      'only the first leaf of a list is evaluated',
      everywhere(({ all, ...node }) => (all ? { all: all.slice(0, 1) } : node)),
    ],
  ];
  for (const [fault, plantFault] of planted)
    test(`the comparison detects a planted fault: ${fault}`, () => {
      assert.notEqual(compareCases({ cases: 5000, seed: 1 }, plantFault).faults.length, 0);
    });
});
