import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { taskWork, type TaskHandler } from './tasks.ts';
import { addTask, renewTask, oldestDueTasks, takeTask } from './tasks.sql.ts';

describe('Tasks on records', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());
  beforeEach(() => instance.sql('delete from tasks'));

  const KIND = 'suggest-resolution';
  const add = (id: string) => instance.deps.db.transaction().execute((tx) => addTask(tx, KIND, id));
  const take = () => takeTask(instance.deps.db, KIND, 60);
  const remainingTasks = () =>
    instance.sql(
      `select record_id, attempts, revision, due_at > now() as waits from tasks order by 1`,
    );

  /** Runs the work that a poll would run. */
  const run = async (handle: TaskHandler) => {
    for (const work of taskWork(instance.deps, { [KIND]: handle })) while (await work.run());
  };

  test('the newest task runs first, each runs once, and none is left', async () => {
    for (const id of ['INC1', 'INC2', 'INC3']) await add(id);
    const ran: string[] = [];
    await run(async (_deps, recordId) => void ran.push(recordId));
    assert.deepEqual(ran, ['INC3', 'INC2', 'INC1']);
    assert.deepEqual(await remainingTasks(), []);
  });

  test('two workers never have the same task, and the task of a dead worker is taken again', async () => {
    for (let n = 0; n < 20; n += 1) await add(`INC${n}`);
    const taken = await Promise.all(Array.from({ length: 30 }, take));
    const ids = taken.flatMap((task) => task?.record_id ?? []);
    assert.equal(new Set(ids).size, ids.length);
    for (let task = await take(); task; task = await take()) ids.push(task.record_id);
    assert.equal(new Set(ids).size, 20);
    assert.equal(await take(), undefined);
    await instance.sql(`update tasks set due_at = now() where record_id = 'INC7'`);
    assert.deepEqual(await take(), { kind: KIND, record_id: 'INC7', attempts: 2, revision: 0 });
  });

  test('a task that fails is repeated later, at most 25 times, and the next poll takes another', async () => {
    await add('INC1');
    await add('INC2');
    const fails: TaskHandler = async () => {
      throw new Error('the model is unavailable');
    };
    await run(fails);
    assert.deepEqual(await remainingTasks(), [
      { record_id: 'INC1', attempts: 0, revision: 0, waits: false },
      { record_id: 'INC2', attempts: 1, revision: 0, waits: true },
    ]);
    await instance.sql(`delete from tasks where record_id = 'INC1'`);
    await instance.sql(`update tasks set due_at = now(), attempts = 23`);
    await run(fails);
    assert.deepEqual(await remainingTasks(), [
      { record_id: 'INC2', attempts: 24, revision: 0, waits: true },
    ]);
    await instance.sql(`update tasks set due_at = now()`);
    await run(fails);
    assert.deepEqual(await remainingTasks(), []);
  });

  test('a task whose every attempt ended with its process is not run again', async () => {
    await add('INC1');
    await instance.sql('update tasks set attempts = 25');
    let runs = 0;
    await run(async () => void (runs += 1));
    assert.equal(runs, 0);
    assert.deepEqual(await remainingTasks(), []);
  });

  test('a record that changes while its task runs gets another run', async () => {
    await add('INC1');
    let runs = 0;
    await run(async () => {
      runs += 1;
      if (runs === 1) await add('INC1');
    });
    assert.equal(runs, 2);
    assert.deepEqual(await remainingTasks(), []);
  });

  test('a worker renews the lease of its task, but not of one that another has taken', async () => {
    await add('INC1');
    const first = await take();
    assert.ok(first);
    await renewTask(instance.deps.db, first, 600);
    const [{ renewed }] = await instance.sql(
      `select due_at > now() + interval '300 seconds' as renewed from tasks`,
    );
    assert.equal(renewed, true);
    await instance.sql('update tasks set due_at = now()');
    const second = await take();
    await renewTask(instance.deps.db, first, 600);
    const [{ taken }] = await instance.sql(
      `select due_at < now() + interval '300 seconds' as taken from tasks`,
    );
    assert.deepEqual([second?.attempts, taken], [2, true]);
  });

  test('a write that is rolled back adds no task', async () => {
    const write = instance.deps.db.transaction().execute(async (tx) => {
      await addTask(tx, KIND, 'INC1');
      throw new Error('refused');
    });
    await assert.rejects(write, /refused/);
    assert.deepEqual(await remainingTasks(), []);
  });

  test('the age of the oldest due task is reported', async () => {
    await add('INC1');
    await instance.sql(`update tasks set due_at = now() - interval '90 seconds'`);
    const ages = await oldestDueTasks(instance.deps.db);
    assert.deepEqual(Object.keys(ages), [KIND]);
    assert.ok(Math.abs((ages[KIND] ?? 0) - 90) < 5, String(ages[KIND]));
  });
});
