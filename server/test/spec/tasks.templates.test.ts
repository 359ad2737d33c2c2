// An approval creates the tasks of an item, and a cancellation skips those that are open.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemContext } from '../../src/identity/index.ts';
import { type Context, instanceContext } from '../../src/platform/context.ts';
import type { Tx } from '../../src/platform/postgres/tables.ts';
import { skipOpenTasks } from '../../src/requests/tasks/tasks.skip.ts';
import { openTasks, taskCountsSql } from '../../src/requests/tasks/tasks.sql.ts';
import type { TaskTemplate } from '../../src/catalog/index.ts';
import { createTasks } from '../../src/requests/tasks/tasks.templates.ts';
import { type Json, sql } from '../support/harness.ts';
import { tasksOf } from './tasks.setup.ts';

const template = (key: string, more: Partial<TaskTemplate> = {}): TaskTemplate => ({
  key,
  name: `Task ${key}`,
  assignment_group: null,
  assigned_to: null,
  depends_on: [],
  due_in_hours: null,
  ...more,
});

describe('Tasks of an item', () => {
  const { approved, call, events, get, move, notified, requests } = tasksOf();

  const write = async (work: (tx: Tx, context: Context) => Promise<void>): Promise<void> => {
    const { deps } = requests.running;
    const context: Context = {
      ...systemContext(deps, 'tests'),
      reach: 'all',
      clock: deps.now,
      ...(await instanceContext(deps)),
    };
    await deps.db.transaction().execute((tx) => work(tx, context));
  };
  const create = (request: string, templates: readonly TaskTemplate[]): Promise<void> =>
    write((tx, context) => createTasks(tx, context, request, templates));
  const tasksOfRequest = async (request: string): Promise<Json[]> =>
    (await call('GET', `/requests/${request}/tasks`)).body.data;
  const countsOf = async (request: string): Promise<Json> => {
    const { rows } = await sql<{ counts: Json }>`
      select ${taskCountsSql} as counts from service_requests where id = ${request}`.execute(
      requests.running.deps.db,
    );
    return rows[0]?.counts;
  };

  test('they are created in the order of the templates, whatever they depend on, with entries and events', async () => {
    const request = await approved();
    await create(request, []);
    assert.deepEqual(await countsOf(request), { total: 0, done: 0 });
    const before = Date.now();
    await create(request, [
      template('install', { depends_on: ['order', 'account'], assigned_to: 'ben@example.com' }),
      template('order', { assigned_to: 'ada@example.com', due_in_hours: 48 }),
      template('account', { depends_on: ['order'], assigned_to: 'ada@example.com' }),
    ]);
    const [install, order, account] = await tasksOfRequest(request);
    assert.deepEqual(
      [install.name, order.name, account.name],
      ['Task install', 'Task order', 'Task account'],
    );
    assert.ok(install.id < order.id && order.id < account.id);
    assert.deepEqual(install.depends_on, [order.id, account.id]);
    assert.deepEqual([install.is_ready, order.is_ready, account.is_ready], [false, true, false]);
    const hours = (Date.parse(order.due_at) - before) / 3_600_000;
    assert.ok(hours >= 48 && hours < 48.1, String(hours));
    assert.deepEqual(await Promise.all([install, order, account].map(({ id }) => notified(id))), [
      [],
      ['ada@example.com'],
      [],
    ]);
    const [created] = await events(order.id);
    assert.deepEqual([created.event, created.sequence], ['task.created', 1]);
    assert.equal((await move(order.id, 'done')).body.version, 2);
    assert.deepEqual(await notified(account.id), ['ada@example.com']);
    assert.equal((await events(order.id)).at(-1).sequence, 2);
  });

  test('a template that names a group by an old name gives the task the present one', async () => {
    const body = { name: 'Workplace', members: ['ada@example.com'] };
    const admin = { as: 'super_admin' } as const;
    const group = await requests.running.call('POST', '/groups', { ...admin, body });
    const renamed = { ...admin, body: { name: 'Workplace IT' } };
    await requests.running.call('PATCH', `/groups/${group.body.id}`, renamed);
    const request = await approved();
    await create(request, [template('a', { assignment_group: 'Workplace' })]);
    const [task] = await tasksOfRequest(request);
    assert.equal(task.assignment_group, 'Workplace IT');
    assert.deepEqual(await notified(task.id), ['ada@example.com']);
  });

  test('cancelling a service request skips its open tasks with a cause, and leaves ended ones as they are', async () => {
    const request = await approved();
    await create(request, [
      template('a'),
      template('b', { depends_on: ['a'], assigned_to: 'ada@example.com' }),
      template('c'),
    ]);
    const [a, b, c] = await tasksOfRequest(request);
    await move(c.id, 'done');
    await move(a.id, 'in_progress');
    assert.deepEqual(await openTasks(requests.running.deps.db, request), [
      { id: a.id, name: 'Task a', state: 'in_progress' },
      { id: b.id, name: 'Task b', state: 'open' },
    ]);
    assert.deepEqual(await countsOf(request), { total: 3, done: 1 });
    await write((tx, context) => skipOpenTasks(tx, context, request));
    await write((tx, context) => skipOpenTasks(tx, context, request));
    const states = await tasksOfRequest(request);
    assert.deepEqual(
      states.map(({ state }) => state),
      ['skipped', 'skipped', 'done'],
    );
    assert.deepEqual(await countsOf(request), { total: 3, done: 3 });
    assert.deepEqual(await openTasks(requests.running.deps.db, request), []);
    assert.equal((await get(a.id)).version, 3);
    const { body } = await call('GET', `/tasks/${b.id}/timeline`);
    assert.deepEqual(body.data[0].cause, { kind: 'request_cancelled' });
    assert.deepEqual(body.data[0].changes, { state: { from: 'open', to: 'skipped' } });
    assert.equal((await events(b.id)).at(-1).event, 'task.updated');
    assert.deepEqual(await notified(b.id), []);
  });
});
