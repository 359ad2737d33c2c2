import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  dependencyFaults,
  keyedTasks,
  newTask,
  readTasks,
  setWaiting,
  tasksNaming,
  type TaskValue,
  writeTasks,
} from './task.values.ts';

const task = (name: string): TaskValue => ({ ...newTask(), name });

describe('Tasks of a catalog item', () => {
  const [order, install] = [task('Order it'), task('Install it')];
  const tasks = setWaiting([order, install], install.id, order.id, true);

  test('a task that is named gets a key, and a row without a name is no task', () => {
    const written = writeTasks([...tasks, newTask()]);
    assert.deepEqual(
      written.map(({ key, depends_on: names }) => [key, names]),
      [
        ['order_it', []],
        ['install_it', ['order_it']],
      ],
    );
    assert.deepEqual(writeTasks(readTasks(written)), written);
  });

  test('a renamed task keeps its key', () => {
    const renamed = tasks.map((one) => ({ ...one, name: `${one.name} now` }));
    assert.deepEqual(
      keyedTasks(renamed).map(({ key }) => key),
      ['order_it', 'install_it'],
    );
  });

  test('a task that waits for one that is gone is marked, and waits no more once that is taken out', () => {
    assert.deepEqual(
      tasksNaming(tasks, 'order_it').map(({ name }) => name),
      ['Install it'],
    );
    const rest = tasks.slice(1);
    assert.match(dependencyFaults(rest).get(install.id) ?? '', /gone: order_it/);
    assert.equal(keyedTasks([...rest, task('Order it')])[1]?.key, 'order_it_2');
    assert.equal(dependencyFaults(setWaiting(rest, install.id, 'order_it', false)).size, 0);
  });

  test('tasks that wait for each other are marked', () => {
    const cyclic = setWaiting(tasks, order.id, install.id, true);
    assert.deepEqual([...dependencyFaults(cyclic).keys()], [order.id, install.id]);
  });
});
