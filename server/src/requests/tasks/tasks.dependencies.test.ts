import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  becameWorkable,
  isInCycle,
  startedDependents,
  type TaskNode,
  waitsFor,
} from './tasks.dependencies.ts';
import type { State } from './tasks.states.ts';

const task = (id: string, depends_on: string[] = [], state: State = 'open'): TaskNode => ({
  id,
  name: id,
  state,
  depends_on,
});
const idsOf = (tasks: readonly { id: string }[]) => tasks.map(({ id }) => id).join('');

describe('Dependencies of tasks', () => {
  test('a task waits for those that are neither done nor skipped', () => {
    const all = [
      task('a', [], 'done'),
      task('b', [], 'skipped'),
      task('c', [], 'in_progress'),
      task('d'),
      task('e', ['a', 'b', 'c', 'd']),
    ];
    assert.equal(idsOf(waitsFor(all[4] as TaskNode, all)), 'cd');
    assert.equal(idsOf(waitsFor(all[3] as TaskNode, all)), '');
  });

  test('only started tasks that depend on one directly keep it from being opened', () => {
    const all = [
      task('a', [], 'done'),
      task('b', ['a'], 'done'),
      task('c', ['a'], 'skipped'),
      task('d', ['a']),
      task('e', ['b'], 'in_progress'),
    ];
    assert.equal(idsOf(startedDependents({ id: 'a' }, all)), 'b');
  });

  test('a write makes those workable that waited for it alone, and one that is opened again', () => {
    const before = [
      task('a', [], 'in_progress'),
      task('b'),
      task('c', ['a']),
      task('d', ['a', 'b']),
      task('e', ['a'], 'skipped'),
      task('f', [], 'done'),
    ];
    const after = before.map((one): TaskNode => {
      if (one.id === 'a') return { ...one, state: 'done' };
      return one.id === 'f' ? { ...one, state: 'open' } : one;
    });
    assert.equal(idsOf(becameWorkable(before, after)), 'cf');
    assert.equal(idsOf(becameWorkable(after, before)), 'a');
    assert.equal(idsOf(becameWorkable(after, after)), '');
  });

  test('a cycle is found over any number of tasks, and one elsewhere does not matter', () => {
    const all = [task('a', ['b', 'c']), task('b'), task('c', ['d']), task('d', ['a'])];
    for (const id of ['a', 'c', 'd']) assert.ok(isInCycle({ id }, all), id);
    assert.ok(!isInCycle({ id: 'b' }, all));
    assert.ok(!isInCycle({ id: 'e' }, [...all, task('e', ['a'])]));
    assert.ok(isInCycle({ id: 'x' }, [task('x', ['x'])]));
  });
});
